import type { Statement, UnsaidStatement } from './credits.ts'
import type { NotificationKind } from './notifications.ts'
import type { Job, UnsaidJob } from './inference-jobs.ts'
import type { LoraTraining, UnsaidTraining } from './lora-trainings.ts'
import type { ShareState } from './model-shares.ts'
import type { StoredNotice } from './said.ts'
import type { UnsaidVideoJob, VideoJob } from './video-inference-jobs.ts'

/** Server-sent events: `id:` grows by one a user; `Last-Event-ID` resumes. */
export const EVENTS_PATH = '/api/events/'

export const EVENT_NAMES = [
  'job',
  'credits',
  'training',
  'video',
  'model_share',
  'notice',
  'notification',
  'reset',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** `data:` by event: the object as its GET gives it. */
export interface EventData {
  job: Job
  /** A job that makes a video; it is also told as `job`. */
  video: VideoJob
  /** The newest page of the statement with the balance, when it goes out: perhaps newer than the change it tells of. */
  credits: Statement
  training: LoraTraining
  /** A model that is offered or shared has another state: for its owner and for the guest. */
  model_share: { id: string; state: ShareState }
  notice: { title: string; message: string }
  /** The bell has something new; what, `notifications/` says. */
  notification: { kind: NotificationKind }
}

/** As the server publishes it: its texts may be keys and their values. */
export interface UnsaidEventData extends Omit<
  EventData,
  'job' | 'video' | 'credits' | 'training' | 'notice'
> {
  job: UnsaidJob
  video: UnsaidVideoJob
  credits: UnsaidStatement
  training: UnsaidTraining
  notice: StoredNotice
}
