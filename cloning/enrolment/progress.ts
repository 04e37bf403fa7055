/** Progress of an enrolment. */

/** Called with a stage and the completed share of the whole, 0 to 1. */
export type Report = (stage: string, fraction: number) => void;

/**
 * Adds up the parts of a piece of work, including concurrent ones, weighted by their typical durations. The reported
 * share never falls: a part that takes longer than expected only slows it down.
 */
export class Progress<Part extends string> {
  readonly #seconds: Map<Part, number>;
  readonly #done = new Map<Part, number>();
  readonly #report: Report;
  #stage: string;
  #told = 0;

  /** @param seconds typical duration of each part; only their ratios count */
  constructor(stage: string, seconds: Readonly<Record<Part, number>>, report: Report) {
    this.#stage = stage;
    this.#seconds = new Map(Object.entries(seconds) as [Part, number][]);
    this.#report = report;
    report(stage, 0);
  }

  /** Reports the progress of a part from now on. */
  begin(stage: string): void {
    this.#stage = stage;
    this.#tell();
  }

  /** Changes the expected duration of a part; 0 if it is skipped. */
  expect(part: Part, seconds: number): void {
    this.#seconds.set(part, seconds);
  }

  /** @param share completed share of the part, 0 to 1 */
  advance(part: Part, share: number): void {
    this.#done.set(part, Math.max(this.#done.get(part) ?? 0, Math.min(1, share)));
    this.#tell();
  }

  /** Everything is done, including parts that were not needed. */
  end(): void {
    for (const part of this.#seconds.keys()) this.#done.set(part, 1);
    this.#tell();
  }

  #tell(): void {
    let done = 0;
    let all = 0;
    for (const [part, seconds] of this.#seconds) {
      done += seconds * (this.#done.get(part) ?? 0);
      all += seconds;
    }
    this.#told = Math.max(this.#told, all === 0 ? 0 : done / all);
    this.#report(this.#stage, this.#told);
  }
}
