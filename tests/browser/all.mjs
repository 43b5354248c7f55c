// Runs all cases: all.mjs BROWSER FOLDER-OF-PAGES [FOLDER-FOR-PICTURES]
import { end } from "./case.mjs";

await import("./cases.mjs");
await import("./colours.mjs");
await import("./numbers.mjs");
await import("./views.mjs");
await import("./chips.mjs");
await import("./random.mjs");
await import("./actions.mjs");
await import("./times.mjs");
await import("./journeys.mjs");
await import("./docs.mjs");
await import("./serve.mjs");
await import("./source.mjs");
await import("./small.mjs");
await import("./claims.mjs");
await import("./statements.mjs");
await import("./keyboard.mjs");
await import("./paper.mjs");
await import("./axe.mjs");
await end();
