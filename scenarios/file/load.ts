/** Reads scenario files, and reports their problems. */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { MarkupError, parseMarkup } from '../../engine/index.ts';
import { patternOf } from '../checks/words.ts';
import { BadFile, type Scenario } from './scenario.ts';
import { ACTIONS, type FileFields, SCENARIO_FILE } from './schema.ts';

const MAX_BYTES = 1 << 20;
/** Fields whose texts are words or patterns. */
const PATTERNS: ReadonlySet<string> = new Set([
  'said',
  'not_said',
  'heard',
  'not_heard',
  'when',
  'when_result',
]);
/** Fields that are spoken, and may contain pauses. */
const SPOKEN: ReadonlySet<string> = new Set(['say', 'interrupt']);

type Place = readonly (string | number)[];
interface Problem {
  readonly place: Place;
  readonly text: string;
}

const validate = new Ajv({ allErrors: true, strict: false, verbose: true }).compile<FileFields>(
  SCENARIO_FILE,
);

/**
 * @returns the scenarios of a file, in order
 * @throws BadFile
 */
export function loadScenarios(file: string): Scenario[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new BadFile([`${file}: ${(error as Error).message}`]);
  }
  return parseScenarios(file, text);
}

/**
 * @param file its name, for messages
 * @param text YAML
 * @throws BadFile
 */
export function parseScenarios(file: string, text: string): Scenario[] {
  if (text.length > MAX_BYTES) throw new BadFile([`${file}: longer than 1 MiB`]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    throw new BadFile(document.errors.map(({ message }) => `${file}: ${message.trimEnd()}`));
  }
  const data: unknown = document.toJS({ maxAliasCount: 100 });
  const problems = validate(data)
    ? [...problemsOf(data)]
    : (validate.errors ?? []).map((error) => ({ place: placeOf(error), text: textOf(error) }));
  if (problems.length > 0) {
    throw new BadFile(
      problems.map((problem) => `${file}:${lineOf(document, lines, problem.place)}${shown(problem)}`),
    );
  }
  const { agent = {}, caller = {}, scenarios } = data as FileFields;
  return scenarios.map((each) => ({
    file,
    name: each.name,
    agent: { ...agent, ...each.agent },
    caller: { ...caller, ...each.caller },
    steps: each.steps,
    expect: each.expect ?? {},
  }));
}

/** Problems that a schema cannot express. */
function* problemsOf(data: FileFields): Iterable<Problem> {
  yield* textProblems(data, []);
  const names = new Set<string>();
  for (const [i, scenario] of data.scenarios.entries()) {
    const place: Place = ['scenarios', i];
    if (names.has(scenario.name)) yield { place: [...place, 'name'], text: 'another one has the same name' };
    names.add(scenario.name);
    const agent = { ...data.agent, ...scenario.agent };
    const tools = new Set([...(agent.tools ?? []).map(({ name }) => name), ...(agent.call_tools ?? [])]);
    const isKnown = (name: string) => tools.has(name) || agent.mcp_servers !== undefined;
    for (const [k, step] of scenario.steps.entries()) yield* stepProblems(step, [...place, 'steps', k]);
    for (const [k, reply] of (agent.replies ?? []).entries()) {
      const own: Place = scenario.agent?.replies
        ? [...place, 'agent', 'replies', k]
        : ['agent', 'replies', k];
      if (reply.say === undefined && reply.call === undefined) {
        yield { place: own, text: 'needs "say", "call" or both' };
      }
      if (reply.call !== undefined && !isKnown(reply.call)) {
        yield { place: [...own, 'call'], text: `the agent has no tool ${reply.call}` };
      }
    }
    if (agent.replies !== undefined && agent.model !== undefined) {
      yield { place, text: 'the agent has "replies" and "model": only one of them can answer' };
    }
    const { tools_called = [], tools_not_called = [] } = scenario.expect ?? {};
    for (const [field, called] of [
      ['tools_called', tools_called.map(({ name }) => name)],
      ['tools_not_called', tools_not_called],
    ] as const) {
      for (const [k, name] of called.entries()) {
        if (tools.size > 0 && !isKnown(name)) {
          yield { place: [...place, 'expect', field, k], text: `the agent has no tool ${name}` };
        }
      }
    }
  }
}

function* stepProblems(
  step: FileFields['scenarios'][number]['steps'][number],
  place: Place,
): Iterable<Problem> {
  const actions = ACTIONS.filter((action) => step[action] !== undefined);
  if (actions.length !== 1) {
    yield { place, text: `needs exactly one of ${ACTIONS.join(', ')}` };
  }
  if (step.after_words !== undefined && step.interrupt === undefined && step.sound === undefined) {
    yield { place: [...place, 'after_words'], text: 'belongs to "interrupt" or "sound"' };
  }
}

/** Invalid patterns, and faulty markup. */
function* textProblems(value: unknown, place: Place): Iterable<Problem> {
  if (typeof value === 'string') {
    const field = place.findLast((part) => typeof part === 'string');
    const isStep = place.includes('steps');
    const isPattern = PATTERNS.has(String(field)) || place.includes('tools_called');
    try {
      if (isPattern) patternOf(value);
      if (isStep && SPOKEN.has(String(field))) parseMarkup(value);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof MarkupError)) throw error;
      yield { place, text: error.message };
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      yield* textProblems(part, [...place, Array.isArray(value) ? Number(key) : key]);
    }
  }
}

/** The location of an error, as precise as possible. */
function placeOf({ instancePath, keyword, params }: ErrorObject): Place {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return keyword === 'additionalProperties' ? [...parts, String(params.additionalProperty)] : parts;
}

function textOf({ keyword, params, parentSchema, message = 'is not right' }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
      return `is no field here; there are ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`;
    case 'required':
      return `"${params.missingProperty}" is missing`;
    case 'enum':
      return `must be ${(params.allowedValues as string[]).join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}, or left out`;
    case 'type':
      return `must be ${TYPES[String(params.type)] ?? String(params.type).replaceAll(',', ' or ')}`;
    default:
      return message;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list, with "- " before each item',
  object: 'an object, with "name: value" lines',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/** The location of a problem and its text: "scenarios[0].steps[2].say: must be a text". */
function shown({ place, text }: Problem): string {
  const path = place.reduce<string>(
    (whole, part) =>
      typeof part === 'number' ? `${whole}[${part}]` : whole === '' ? part : `${whole}.${part}`,
    '',
  );
  return path === '' ? ` ${text}` : ` ${path}: ${text}`;
}

/** Returns the line of a location with a colon, or that of the nearest enclosing node; "" for none. */
function lineOf(document: Document.Parsed, lines: LineCounter, place: Place): string {
  for (let depth = place.length; depth > 0; depth--) {
    const node = document.getIn(place.slice(0, depth), true);
    if (isNode(node) && node.range) return `${lines.linePos(node.range[0]).line}:`;
  }
  return '';
}
