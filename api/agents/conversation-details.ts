import { ApiError } from '../errors/api-error.ts';
import type { EventsDeps } from '../events/events.ts';
import { transcriptItem } from './transcripts/transcript-items.ts';
import type { TranscriptStore } from './transcripts/transcript-store.ts';

/**
 * Data that is sent with the event of a conversation's end while it is stored: the transcript, the summary, and the
 * address of the recording. The event does not contain it, so that deleting the transcript deletes all copies.
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
      // There is no transcript if only the audio is kept.
      ...(transcript.length > 0 && { transcript: transcript.map(transcriptItem) }),
      ...(summary !== null && { summary }),
      ...(recordingBytes !== null && {
        recording: { path: `/conversations/${subject}/recording`, bytes: recordingBytes },
      }),
    };
  };
}
