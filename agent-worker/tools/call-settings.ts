/** Permissions of an agent to handle its call. */

/** Largest number of keys that are pressed at once: the limit of collected keys. */
export const KEYS = /^[0-9A-D*#]{1,32}$/;

export const CALL_TOOLS = [
  'end_call',
  'send_dtmf',
  'transfer_call',
  'pause_recording',
  'resume_recording',
] as const;
export type CallTool = (typeof CALL_TOOLS)[number];

/** Name of the tool that passes callers on to other agents. */
export const HAND_OFF = 'hand_off';

/** A target to which a call may be transferred. */
export interface TransferTarget {
  /** Its name for the model. */
  readonly name: string;
  /** When to transfer to it, for the model; "" for nothing. */
  readonly description: string;
  /** A telephone number (`+` and digits) or a SIP address. The model does not receive it. */
  readonly number: string;
  /** Whether the person hears a summary, and accepts, before the caller is joined with them. */
  readonly warm?: boolean;
}

/** Another agent of the same owner, to which callers may be passed on. */
export interface HandoffTarget {
  /** Its name for the model. */
  readonly name: string;
  readonly agentId: string;
  /** When to pass on to it, for the model; "" for nothing. */
  readonly description: string;
  /** The first words of the agent; if "", its model continues the conversation. */
  readonly introduction: string;
}

export interface CallSettings {
  readonly tools: readonly CallTool[];
  readonly targets: readonly TransferTarget[];
}
