import type { ToolParameters } from './model-schema.ts';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** A tool of an agent that is one HTTP request. */
export interface HttpTool {
  /** For the model: letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: ToolParameters;
  readonly method: HttpMethod;
  /** http(s); `{argument}` in its path and its query is replaced with the argument of that name. */
  readonly url: string;
  /** Sent with each request. Values may be secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time limit of one call. */
  readonly deadlineMs: number;
  /** Spoken when a call is slow; "" for one of the language's phrases. */
  readonly filler: string;
  /** Whether the caller has to confirm each call. */
  readonly confirm: boolean;
}

const PLACE = /\{([A-Za-z_][\w-]*)\}/g;

/** The arguments that a URL template names. */
export function argumentsOf(url: string): readonly string[] {
  return [...new Set([...url.matchAll(PLACE)].map(([, name]) => name!))];
}

/** Whether a template names its server itself: an argument in the place of the host could choose another one. */
export function hasOwnServer(url: string): boolean {
  return /^https?:\/\/[^/?#\\{}\s]+(?:[/?#]|$)/i.test(url);
}

/**
 * Fills in a URL template.
 * @param value the text for an argument
 */
export function filledUrl(url: string, value: (name: string) => string): URL {
  return new URL(url.replace(PLACE, (_, name: string) => encodeURIComponent(value(name))));
}
