import type { SelectPlan } from "salience/internal";
import type { Opened } from "../messages.js";
import { count } from "../view/parts/format.js";
import { optionLabel } from "../words.js";
import { NamesField } from "./fields.js";
import { FileField } from "./file-field.js";
import { availableFeatures, type Select } from "./plan.js";
import { useStudio, useTask } from "./use-studio.js";

interface Props {
  readonly data: Opened;
  readonly plan: SelectPlan;
}

/** What is known about the features beforehand: which to keep or to leave out, influences, costs and groups. Folded away. */
export function FeatureChoices({ data, plan }: Props) {
  return (
    <>
      <Constraints data={data} plan={plan} />
      <CostsAndGroups data={data} plan={plan} />
    </>
  );
}

function Constraints({ data, plan }: Props) {
  const { studio } = useStudio();
  const { keep = [], exclude = [], adjust = [], k } = plan.select;
  const chosen = keep.length + exclude.length + adjust.length;
  // There are fewer features to pick from then.
  const change = (select: Pick<Select, "keep" | "exclude" | "adjust">) => {
    const most = availableFeatures(data, { ...plan.select, ...select });
    studio.change({ select: { ...select, ...(typeof k === "number" && { k: Math.min(k, most) }) } });
  };
  return (
    <details class="st-card st-fold">
      <summary>Keep or leave out features{chosen > 0 ? ` (${chosen} chosen)` : ""}</summary>
      <div class="st-grid">
        <NamesField
          label={optionLabel("keep")}
          hint="They count towards the number of features."
          names={data.featureNames}
          chosen={keep}
          taken={[...exclude, ...adjust]}
          onChange={(names) => change({ keep: names })}
        />
        <NamesField
          label={optionLabel("exclude")}
          hint="The method does not see them."
          names={data.featureNames}
          chosen={exclude}
          taken={[...keep, ...adjust]}
          onChange={(names) => change({ exclude: names })}
        />
        <NamesField
          label={optionLabel("adjust")}
          hint="Such as batch, age or site: what they explain is removed from the features, and they are not selected themselves."
          names={data.featureNames}
          chosen={adjust}
          taken={[...keep, ...exclude]}
          onChange={(names) => change({ adjust: names })}
        />
      </div>
    </details>
  );
}

/** Files with something about each feature. */
function CostsAndGroups({ data, plan }: Props) {
  const { studio } = useStudio();
  const { costs, costsFile, featureGroups = {}, featureGroupsFile, k } = plan.select;
  const attach = useTask("attach");
  const groups = Object.keys(featureGroups).length;
  return (
    <details class="st-card st-fold" open={groups > 0 || costs !== undefined}>
      <summary>Costs and groups of features</summary>
      {attach.problem && <p class="st-fault">{attach.problem}</p>}
      <div class="st-grid">
        <FileField
          label={optionLabel("costs")}
          hint="A table of two columns, feature and cost. Cheap features are preferred; those that are not listed cost 1."
          used={costs && `${costsFile ?? "The recipe"}: ${count(Object.keys(costs).length, "cost")}.`}
          onChange={async (file) => {
            const read = file ? await attach.start({ option: "costs", file }) : noCosts;
            if (read) studio.change({ select: read });
          }}
        />
        <FileField
          label={optionLabel("featureGroups")}
          hint="A table of two columns, feature and group. The features of a group are selected or left out together, and count as one."
          used={groups > 0 ? `${featureGroupsFile ?? "The recipe"}: ${count(groups, "group")}.` : undefined}
          onChange={async (file) => {
            const read = file ? await attach.start({ option: "featureGroups", file }) : noGroups;
            // With groups, k cannot be found.
            const number = k === "auto" ? { k: Math.min(20, data.features) } : {};
            if (read) studio.change({ select: { ...read, ...number } });
          }}
        />
      </div>
    </details>
  );
}

const noCosts = { costs: undefined, costsFile: undefined };
const noGroups = { featureGroups: undefined, featureGroupsFile: undefined };
