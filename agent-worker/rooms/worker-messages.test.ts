import { JobType, ServerMessage, WorkerMessage, WorkerStatus } from '@livekit/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeServerMessage, encodeWorkerMessage } from './worker-messages.ts';

describe('messages of the agent worker protocol', () => {
  test('the server reads messages of a worker', () => {
    const bytes = encodeWorkerMessage({
      case: 'updateWorker',
      value: { status: WorkerStatus.WS_FULL, load: 0.5, jobCount: 3 },
    });
    const { message } = WorkerMessage.fromBinary(bytes);
    expect(message).toMatchObject({ case: 'updateWorker', value: { status: 1, load: 0.5, jobCount: 3 } });
  });

  test('a worker reads messages of the server, in one piece or several', () => {
    const said = new ServerMessage({
      message: {
        case: 'availability',
        value: { job: { id: 'AJ_1', type: JobType.JT_ROOM, metadata: 'é', room: { name: 'lobby' } } },
      },
    });
    const bytes = Buffer.from(said.toBinary());
    for (const data of [bytes, [bytes.subarray(0, 3), bytes.subarray(3)], new Uint8Array(bytes).buffer]) {
      const word = decodeServerMessage(data, true);
      expect(word).toMatchObject({
        case: 'availability',
        value: { job: { id: 'AJ_1', metadata: 'é', room: { name: 'lobby' } } },
      });
    }
  });

  test('a read message does not change with its buffer', () => {
    const said = new ServerMessage({
      message: { case: 'assignment', value: { token: 'abc', job: { id: 'AJ_1' } } },
    });
    const bytes = Buffer.from(said.toBinary());
    const word = decodeServerMessage(bytes, true);
    bytes.fill(0);
    expect(word).toMatchObject({ value: { token: 'abc', job: { id: 'AJ_1' } } });
  });

  test('text and messages of later versions are nothing', () => {
    expect(decodeServerMessage(Buffer.from('{"register":{}}'), false)).toBeNull();
    // An empty field with the number 100.
    expect(decodeServerMessage(Buffer.from([0xa2, 0x06, 0x00]), true)).toBeNull();
    expect(decodeServerMessage(Buffer.alloc(0), true)).toBeNull();
  });

  test('any bytes are a message or nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const word = decodeServerMessage(Buffer.from(bytes), true);
        expect(word === null || typeof word.case === 'string').toBe(true);
      }),
      { numRuns: 200, interruptAfterTimeLimit: 3000 },
    );
  });
});
