import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";

/** What goes wrong inside is said in its place, and leaves the rest of the page standing. */
export function Guard({ what, children }: { readonly what: string; readonly children: ComponentChildren }) {
  const [error] = useErrorBoundary();
  if (!error) return <>{children}</>;
  const message = error instanceof Error ? error.message : String(error);
  return (
    <p class="sal-quiet" role="alert">
      {what} could not be shown: {message}
    </p>
  );
}
