import { isRecord } from '../../media/json.ts';
import { modelSchema, type ToolParameters } from './model-schema.ts';

/** Every tool costs the model attention and tokens on every turn, so their number is limited. */
export const MAX_TOOLS_PER_SERVER = 64;
export const MAX_TOOLS = 128;
const MAX_NAME_LENGTH = 128;
const MAX_DESCRIPTION_LENGTH = 4_096;
/** Longest function name that chat-completions endpoints accept. */
const MODEL_NAME_LENGTH = 64;

/** A tool as its server describes it. */
export interface OfferedTool {
  /** Its name on the server. */
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: ToolParameters;
  /** Whether the server declares the tool as read-only. */
  readonly isReadOnly: boolean;
}

/** A tool that is not offered to the model. Both texts are safe to log. */
export interface DroppedTool {
  /** Its name on the server, truncated; its index in the list if it has no name. */
  readonly name: string;
  readonly reason: string;
}

/** The tools of one server. Each is read by itself, so that an unusable one does not affect the others. */
export class ServerTools {
  readonly accepted: OfferedTool[] = [];
  readonly dropped: DroppedTool[] = [];
  readonly #names = new Set<string>();
  #count = 0;

  get isFull(): boolean {
    return this.accepted.length >= MAX_TOOLS_PER_SERVER;
  }

  /** @param items items of a page of the server's list, as it sent them */
  add(items: readonly unknown[]): void {
    for (const item of items) {
      const place = this.#count++;
      const tool = this.#read(item);
      if (typeof tool !== 'string') this.accepted.push(tool);
      else this.dropped.push({ name: shownName(item, place), reason: tool });
    }
  }

  /** @returns the tool, or why it is left out */
  #read(item: unknown): OfferedTool | string {
    if (!isRecord(item)) return 'it is no object';
    const { name } = item;
    if (typeof name !== 'string' || name === '') return 'it has no name';
    if (name.length > MAX_NAME_LENGTH) return `its name is longer than ${MAX_NAME_LENGTH} characters`;
    if (this.#names.has(name)) return 'the server lists it twice';
    this.#names.add(name);
    // A tool that only runs as a task returns a handle, which nothing here can follow.
    if (isRecord(item.execution) && item.execution.taskSupport === 'required')
      return 'it runs as a task only';
    if (this.isFull) return `only ${MAX_TOOLS_PER_SERVER} tools of a server are used`;
    const parameters = modelSchema(item.inputSchema);
    if (!parameters) return 'its input schema is too large';
    const isReadOnly = isRecord(item.annotations) && item.annotations.readOnlyHint === true;
    return { name, description: describe(item), parameters, isReadOnly };
  }
}

function describe({ description, title, annotations }: Readonly<Record<string, unknown>>): string {
  const texts = [description, title, isRecord(annotations) ? annotations.title : undefined];
  const text = texts.find((each) => typeof each === 'string');
  return typeof text === 'string' ? text.slice(0, MAX_DESCRIPTION_LENGTH) : '';
}

function shownName(item: unknown, place: number): string {
  const name = isRecord(item) ? item.name : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_LENGTH) : `tools[${place}]`;
}

/** Assigns names that models accept and that no two tools share. A tool keeps its name when a list changes. */
export class ToolNames {
  readonly #taken: Set<string>;
  readonly #names = new Map<string, string>();

  /** @param taken names of other tools */
  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  /** @param name the tool's name on that server; if it is taken, a number is added */
  of(server: string, name: string): string {
    const key = JSON.stringify([server, name]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const plain = plainName(name);
    let unique = plain;
    for (let count = 2; this.#taken.has(unique); count++) {
      const suffix = `_${count}`;
      unique = plain.slice(0, MODEL_NAME_LENGTH - suffix.length) + suffix;
    }
    this.#taken.add(unique);
    this.#names.set(key, unique);
    return unique;
  }
}

/**
 * Removes accents from letters, and replaces characters that models reject by `_`. Models also require a letter or `_`
 * at the beginning.
 */
function plainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9_-]/g, '_');
  if (!/[a-zA-Z0-9]/.test(plain)) return 'tool';
  return (/^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`).slice(0, MODEL_NAME_LENGTH);
}
