import { ApiError } from '../errors/api-error.ts';
import type { EventsDeps } from '../events/events.ts';
import { transcriptItem } from './transcripts/transcript-items.ts';
import type { TranscriptStore } from './transcripts/transcript-store.ts';

/**
 * What is sent with the event of a conversation's end while it is stored: the transcript, the summary, and where the
 * recording is. It is not in the event, so that deleting a conversation deletes what was said.
 */
export function conversationDetails(transcripts: Pick<TranscriptStore, 'find'>): EventsDeps['details'] {
  return async ({ ownerId, type, subject }) => {
    if (type !== 'conversation.ended' && type !== 'conversation.failed') return {};
    const kept = await transcripts.find(ownerId, subject).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    if (!kept) return {};
    const { transcript, summary, recordingBytes } = kept;
    return {
      // There is none where only the sound is kept.
      ...(transcript.length > 0 && { transcript: transcript.map(transcriptItem) }),
      ...(summary !== null && { summary }),
      ...(recordingBytes !== null && {
        recording: { path: `/conversations/${subject}/recording`, bytes: recordingBytes },
      }),
    };
  };
}
