/** What an agent may do with a call, besides talking. */

export const CALL_TOOLS = [
  'end_call',
  'send_dtmf',
  'transfer_call',
  'pause_recording',
  'resume_recording',
] as const;
export type CallTool = (typeof CALL_TOOLS)[number];

/** A target to which a call may be transferred. */
export interface TransferTarget {
  /** What the model calls it. */
  readonly name: string;
  /** When to transfer to it, for the model; "" for nothing. */
  readonly description: string;
  /** A telephone number (`+` and digits) or a SIP address. The model does not receive it. */
  readonly number: string;
}

export interface CallSettings {
  readonly tools: readonly CallTool[];
  readonly targets: readonly TransferTarget[];
}
