import { type Static, Type } from '@sinclair/typebox';
import { choice } from '../../http/declared-fields.ts';
import { RESTORE_STATES, type RestoreJobRecord } from '../../storage/restore-jobs.ts';

const ITEM = {
  id: Type.String(),
  job_id: Type.String({ description: 'Equals id' }),
  status: choice(RESTORE_STATES, { description: 'In this order; the last two are final' }),
  language: Type.String({ description: '`lang_code` as it was sent' }),
  file_name: Type.String({ description: 'Name of the uploaded file; empty for none' }),
  duration: Type.Union([Type.Number(), Type.Null()], {
    description: 'Duration of the recording in seconds; null until it has been decoded',
  }),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

export const RestoreItemSchema = Type.Object(ITEM);

export const RestoreDetailSchema = Type.Object({
  ...ITEM,
  message: Type.String({ description: 'State of the job in words; for a failed job, the reason' }),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the work that is done' }),
  expires_at: Type.String({
    format: 'date-time',
    description: 'When it is deleted at the latest',
  }),
  transcript: Type.Optional(Type.String({ description: 'As it was sent' })),
  file_url: Type.Optional(
    Type.String({
      description:
        'Only for a finished job: address of the restored recording. It works without other credentials for 15 ' +
        'minutes; reading the job again returns a new one.',
    }),
  ),
});

export function restoreItem(job: RestoreJobRecord): Static<typeof RestoreItemSchema> {
  return {
    id: job.id,
    job_id: job.id,
    status: job.status,
    language: job.language,
    file_name: job.fileName,
    duration: job.durationMs === null ? null : job.durationMs / 1000,
    created_at: job.createdAt,
    updated_at: job.updatedAt,
  };
}

/** @param fileUrl null unless the job is finished */
export function restoreDetail(
  job: RestoreJobRecord,
  fileUrl: string | null,
): Static<typeof RestoreDetailSchema> {
  const { message, progress, expiresAt, transcript } = job;
  return {
    ...restoreItem(job),
    message,
    progress,
    expires_at: expiresAt,
    ...(transcript !== null && { transcript }),
    ...(fileUrl !== null && { file_url: fileUrl }),
  };
}
