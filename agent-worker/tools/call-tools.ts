/** Tools with which an agent controls its call: hanging up, keys, transfers, and pauses of the recording. */
import { llm } from '@livekit/agents';
import { DeadlineError, withDeadline } from '../deadline.ts';
import type { CallControl, ToolOutcome } from '../door.ts';
import { CallControlError } from '../door.ts';
import type { CallRecorder } from '../recording/call-recorder.ts';
import {
  type CallSettings,
  HAND_OFF,
  type HandoffTarget,
  KEYS,
  type TransferTarget,
} from './call-settings.ts';
import { CallerWentOn, type CallInTurn, type UntilTurnIsCertain } from './types.ts';

/** Includes the time until the call is answered. */
const TRANSFER_MS = 45_000;
/** Length limit of the summary in the announcement of a warm transfer. */
const MAX_SUMMARY_CHARS = 600;

export interface CallToolsOptions {
  readonly settings: CallSettings;
  /** Abilities of the door. */
  readonly control: CallControl | undefined;
  /** Absent when the call is not recorded. */
  readonly recorder: CallRecorder | undefined;
  /** Absent where callers cannot be passed on to other agents. */
  readonly handoff?: {
    readonly targets: readonly HandoffTarget[];
    /** @throws CallControlError */
    readonly to: (target: HandoffTarget) => Promise<void>;
  };
  /** Speaks the announcement of a warm transfer: mono, 24 kHz. @param summary what the call is about */
  readonly ask: (summary: string) => Promise<Int16Array>;
  /** The call is over. @returns whether it was not over before */
  readonly end: (reason: 'agent_hung_up' | 'transferred') => boolean;
  readonly called: (tool: string, tookMs: number, outcome: ToolOutcome) => void;
  readonly untilCertain: UntilTurnIsCertain;
  readonly transferMs?: number;
}

/**
 * Returns the call tools of an agent that the door supports. A tool acts when the words before it have been heard and
 * the caller's turn is certainly over. It does not act if the caller continues to speak.
 */
export function callTools(options: CallToolsOptions): llm.FunctionTool[] {
  const { settings, control, recorder, handoff, ask, end, called, untilCertain } = options;
  const { transferMs = TRANSFER_MS } = options;
  const tools: llm.FunctionTool[] = [];
  const add = (
    name: string,
    description: string,
    properties: Readonly<Record<string, unknown>>,
    work: (args: Readonly<Record<string, unknown>>) => Promise<string | llm.ToolError>,
  ): void => {
    const parameters = { type: 'object', properties, required: Object.keys(properties) } as const;
    const execute = async (args: unknown, call: CallInTurn): Promise<string | llm.ToolError> => {
      const begunMs = performance.now();
      const report = (outcome: ToolOutcome) => called(name, performance.now() - begunMs, outcome);
      try {
        await call.ctx.waitForPlayout();
        await untilCertain(call);
        const answer = await work(args as Readonly<Record<string, unknown>>);
        report(answer instanceof llm.ToolError ? 'error' : 'ok');
        return answer;
      } catch (error) {
        report(error instanceof DeadlineError ? 'deadline' : 'error');
        if (error instanceof CallerWentOn) return new llm.ToolError(error.message);
        // The error is returned, not thrown, because the framework would log it.
        return new llm.ToolError(failureText(error));
      }
    };
    tools.push(llm.tool({ name, description, parameters, execute }) as llm.FunctionTool);
  };
  const wanted = new Set<string>(settings.tools);
  if (wanted.has('end_call')) {
    add('end_call', 'Hangs up. Say goodbye first, in the same answer.', {}, async () => {
      end('agent_hung_up');
      return 'The call is over.';
    });
  }
  if (wanted.has('send_dtmf') && control?.sendDtmf) {
    const { sendDtmf } = control;
    const keys = { type: 'string', pattern: KEYS.source, description: 'Such as 2 or 1234#' };
    add('send_dtmf', 'Presses keys of the telephone for the other side.', { keys }, async (args) => {
      const pressed = String(args.keys);
      if (!KEYS.test(pressed)) return new llm.ToolError('keys must be 1 to 32 of 0-9, A-D, * and #.');
      await sendDtmf.call(control, pressed);
      return 'The keys were pressed.';
    });
  }
  const targets = settings.targets.filter(({ warm }) => (warm ? control?.askPerson : control?.transfer));
  if (wanted.has('transfer_call') && control && targets.length > 0) {
    const target = choiceOf(targets);
    const properties = { target, ...(targets.some(({ warm }) => warm) && { summary: SUMMARY }) };
    const description =
      'Puts the caller through to somebody else, which ends this conversation. Tell the caller first, in the same ' +
      'answer.';
    add('transfer_call', description, properties, async (args) => {
      const chosen = targets.find(({ name }) => name === args.target);
      if (!chosen) return new llm.ToolError(`target must be one of: ${target.enum.join(', ')}`);
      if (chosen.warm && control.askPerson) {
        const summary = String(args.summary ?? '').slice(0, MAX_SUMMARY_CHARS);
        const line = await control.askPerson(chosen.number, ask(summary));
        await line.join();
        end('transferred');
      } else {
        await withDeadline(transferMs, [], async () => control.transfer?.(chosen.number));
        end('transferred');
      }
      return 'The call was transferred.';
    });
  }
  if (handoff && handoff.targets.length > 0) {
    const agent = choiceOf(handoff.targets);
    const description =
      'Passes the caller on to another agent, who knows what was said. Tell the caller first, in the same answer.';
    add(HAND_OFF, description, { agent }, async (args) => {
      const chosen = handoff.targets.find(({ name }) => name === args.agent);
      if (!chosen) return new llm.ToolError(`agent must be one of: ${agent.enum.join(', ')}`);
      await handoff.to(chosen);
      return 'The caller was passed on.';
    });
  }
  if (wanted.has('pause_recording') && recorder) {
    const description =
      'Pauses the recording of this call, so that the caller can say a card number or a password. Ask for it after that.';
    add('pause_recording', description, {}, async () => {
      recorder.pause();
      return 'The recording is paused.';
    });
  }
  if (wanted.has('resume_recording') && recorder) {
    add('resume_recording', 'Continues the recording of this call after a pause.', {}, async () => {
      recorder.resume();
      return 'The call is recorded again.';
    });
  }
  return tools;
}

const SUMMARY = {
  type: 'string',
  description:
    'Who is calling and what about, in one or two sentences, for the person who is to take the call',
} as const;

type Choice = Pick<TransferTarget, 'name' | 'description'>;

/** Schema for one of the names. */
const choiceOf = (targets: readonly Choice[]) => ({
  type: 'string',
  enum: targets.map(({ name }) => name),
  description: describe(targets),
});

function describe(targets: readonly Choice[]): string {
  return targets
    .flatMap(({ name, description }) => (description === '' ? [] : [`${name}: ${description}`]))
    .join('\n');
}

/** Text for the model, which it can pass on to the caller. */
function failureText(error: unknown): string {
  const reason =
    error instanceof CallControlError
      ? error.message
      : error instanceof DeadlineError
        ? 'it took too long'
        : 'an unknown error';
  return `That failed: ${reason}. The caller is still on the line.`;
}
