import { InputError } from "../../../core/input-error.js";
import type { ProgressReporter } from "../../../core/progress-reporter.js";
import type { ByteSource } from "../../byte-source.js";
import { type ZipMember, zipMembers } from "../shared/zip.js";
import { readDateStyles } from "./date-styles.js";
import { readSheetCells, type SheetCells } from "./sheet-cells.js";
import { readSharedTexts } from "./texts.js";
import { XmlReader } from "./xml-reader.js";

/** A workbook whose sheets can be read. */
export interface Workbook {
  /** The names of its sheets of cells, in its order. */
  readonly sheets: readonly string[];
  /** The cells of one, by its place. */
  readCells(place: number, progress: ProgressReporter): Promise<SheetCells>;
}

/** What a part of a workbook refers to: by id where it lies, and of which kind it is. */
type Relations = ReadonlyMap<string, { readonly path: string; readonly kind: string }>;

/** No part of a workbook may unpack to more: an engine's strings end at about this length. */
const partLimit = 2 ** 29;

/** Opens a workbook. Its parts are unpacked when they are needed, with their sums checked. */
export async function openWorkbook(source: ByteSource): Promise<Workbook> {
  // Some programs write names with backslashes, or in another case than they refer to them.
  const members = new Map((await zipMembers(source)).map((member) => [partKey(member.name), member]));
  const readPart = (path: string) => readText(members.get(partKey(path)), path);
  const relationsOf = async (path: string): Promise<Relations> => {
    const [folder, file] = splitPath(path);
    const place = `${folder}_rels/${file}.rels`;
    return members.has(partKey(place)) ? readRelations(await readPart(place), folder) : new Map();
  };

  const book = targetOf(await relationsOf(""), "officeDocument") ?? "xl/workbook.xml";
  if (!members.has(partKey(book)) || !book.toLowerCase().endsWith(".xml"))
    throw new InputError(
      "unreadable-file",
      "this zip archive is not an Excel workbook; save the data as .xlsx or .csv",
    );
  const relations = await relationsOf(book);
  const { sheets, from1904 } = readBook(await readPart(book), relations);
  const readOptional = async <T>(kind: string, read: (document: string) => T[]): Promise<T[]> => {
    const path = targetOf(relations, kind);
    return path === undefined ? [] : read(await readPart(path));
  };
  return {
    sheets: sheets.map(({ name }) => name),
    readCells: async (place, progress) => {
      const texts = await readOptional("sharedStrings", readSharedTexts);
      const dateStyles = await readOptional("styles", readDateStyles);
      return readSheetCells(await readPart(sheets[place].path), { texts, dateStyles, from1904 }, progress);
    },
  };
}

const partKey = (path: string) => path.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();

/** The folder of a path, with its slash, and the file's name. */
function splitPath(path: string): [folder: string, file: string] {
  const at = path.lastIndexOf("/") + 1;
  return [path.slice(0, at), path.slice(at)];
}

async function readText(member: ZipMember | undefined, path: string): Promise<string> {
  if (!member) throw new Error(`its part ${path} is missing`);
  if (member.size > partLimit)
    throw new InputError(
      "unreadable-file",
      `the part ${path} of the workbook unpacks to ${(member.size / 2 ** 30).toFixed(1)} GiB; at most 0.5 GiB can be read; save the sheet as .csv`,
    );
  const bytes = await member.readAll();
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = !isUtf16 ? "utf-8" : bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

/** @param folder where the part lies whose relations these are */
function readRelations(document: string, folder: string): Relations {
  const xml = new XmlReader(document);
  const relations = new Map<string, { path: string; kind: string }>();
  while (xml.next()) {
    if (xml.kind !== "open" || xml.name !== "Relationship") continue;
    const [id, target, type] = ["Id", "Target", "Type"].map((name) => xml.attribute(name) ?? "");
    const path = resolvedPath(target.replaceAll("\\", "/"), folder);
    relations.set(id, { path, kind: splitPath(type)[1] });
  }
  return relations;
}

/** A path that begins at the archive's root, or else at a folder in it. */
function resolvedPath(target: string, folder: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith("/") ? target : folder + target).split("/"))
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  return steps.join("/");
}

const targetOf = (relations: Relations, kind: string): string | undefined =>
  [...relations.values()].find((relation) => relation.kind === kind)?.path;

/** The sheets of cells, without charts, and which calendar is used. */
function readBook(document: string, relations: Relations) {
  const xml = new XmlReader(document);
  const sheets: { name: string; path: string }[] = [];
  let from1904: boolean | undefined;
  while (xml.next()) {
    if (xml.kind !== "open") continue;
    if (xml.name === "workbookPr") from1904 ??= /^(?:1|true)$/.test(xml.attribute("date1904") ?? "");
    else if (xml.name === "sheet") {
      const relation = relations.get(xml.attribute("id") ?? "");
      if (relation?.kind === "worksheet")
        sheets.push({ name: xml.attribute("name") ?? "", path: relation.path });
    }
  }
  if (sheets.length === 0) throw new Error("it has no sheet of cells");
  return { sheets, from1904: from1904 ?? false };
}
