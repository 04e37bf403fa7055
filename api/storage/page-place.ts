/** The end of a page of a list: the time and the id of its last row. Rows are listed newest first. */
export interface PagePlace {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly id: string;
}
