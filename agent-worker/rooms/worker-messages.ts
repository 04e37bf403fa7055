/** Messages of the agent worker protocol: protobuf over a WebSocket (livekit/protocol, `livekit_agent.proto`). */
import { JobType, ParticipantPermission, ServerMessage, WorkerMessage } from '@livekit/protocol';
import type { RawData } from 'ws';

/** A message from the worker. */
export type WorkerMessageBody = NonNullable<
  NonNullable<ConstructorParameters<typeof WorkerMessage>[0]>['message']
>;

/** A message from the server. */
export type ServerMessageBody = Exclude<ServerMessage['message'], { case: undefined }>;

export function encodeWorkerMessage(message: WorkerMessageBody): Uint8Array {
  return new WorkerMessage({ message }).toBinary();
}

/** Registers a worker for whole rooms. @param agentName the name that dispatches use */
export function registerMessage(agentName: string): WorkerMessageBody {
  return {
    case: 'register',
    value: {
      type: JobType.JT_ROOM,
      agentName,
      version: '1.0.0',
      allowedPermissions: new ParticipantPermission({
        canPublish: true,
        canSubscribe: true,
        canPublishData: true,
        canUpdateMetadata: true,
        agent: true,
      }),
    },
  };
}

/** @returns null for anything that is not a protocol message, or one that this version does not know */
export function decodeServerMessage(data: RawData, isBinary: boolean): ServerMessageBody | null {
  if (!isBinary) return null;
  try {
    const { message } = ServerMessage.fromBinary(bytesOf(data));
    return message.case === undefined ? null : message;
  } catch {
    return null;
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  // Without the copy, protobuf would return views of a buffer that the socket may reuse.
  return Uint8Array.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data);
}
