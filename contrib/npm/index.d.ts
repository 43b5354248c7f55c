/** A profile: its bytes or its text, and a name for titles and messages. */
export type Profile =
  Uint8Array | string | { name: string; bytes: Uint8Array | string };

export interface Options {
  /** What to write: "svg" (the default), "html", "json", "top", "folded"... */
  format?: string;
  /** What the profiles are compared with. */
  base?: Profile | Profile[];
  /** Options of the command line, such as ["--focus=parse"]. */
  options?: string[];
  /** Gets each line that the program says. */
  onMessage?: (message: string) => void;
}

/**
 * Draws profiles, which are added up. Rejects with an Error of what the program
 * says, and with its exit status, if there is nothing to draw.
 */
export function render(profiles: Profile | Profile[], options?: Options):
  Promise<string>;
