/** How much of an enrolment is done. */

/** Told of a stage, and how much of all is done, 0 to 1. */
export type Report = (stage: string, fraction: number) => void;

/**
 * Adds up the parts of a piece of work, also of those that go on side by side, by how long each usually takes. What is
 * told never falls: a part that turns out to be longer than expected only slows it down.
 */
export class Progress<Part extends string> {
  readonly #seconds: Map<Part, number>;
  readonly #done = new Map<Part, number>();
  readonly #report: Report;
  #stage: string;
  #told = 0;

  /** @param seconds how long each part usually takes; only their ratios count */
  constructor(stage: string, seconds: Readonly<Record<Part, number>>, report: Report) {
    this.#stage = stage;
    this.#seconds = new Map(Object.entries(seconds) as [Part, number][]);
    this.#report = report;
    report(stage, 0);
  }

  /** Tells what is done from now on. */
  begin(stage: string): void {
    this.#stage = stage;
    this.#tell();
  }

  /** A part takes another time than was thought; 0 when it is not done at all. */
  expect(part: Part, seconds: number): void {
    this.#seconds.set(part, seconds);
  }

  /** @param share of the part that is done, 0 to 1 */
  advance(part: Part, share: number): void {
    this.#done.set(part, Math.max(this.#done.get(part) ?? 0, Math.min(1, share)));
    this.#tell();
  }

  /** All is done, also what was not needed. */
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
