import { findStills } from '../remote/video/find-stills.ts'
import { readMp4 } from '../remote/video/read-mp4.ts'
import { toMp4 } from '../remote/video/to-mp4.ts'
import { EngineError, type EngineVideo } from '../spec/index.ts'
import { downloadFile } from './comfy-api.ts'
import type { Following } from './follow-prompts.ts'
import { type Ended, lost } from './wait-for-prompt.ts'
import { t } from '#server/texts/index.ts'

/**
 * Copies a video from the server, as an MP4.
 * @throws EngineError `picture_failed` for a file that is none and cannot be made one, `operation_lost`; RemoteError
 */
export async function fetchFilm(
  { server, operation }: Following,
  index: number,
  { file, isLeft }: Ended,
  signal: AbortSignal,
): Promise<EngineVideo> {
  const made = await downloadFile(server, file, signal)
  const { data, facts } = await read(made).catch((error: unknown) => {
    // A server that ended while it wrote leaves half a file.
    throw isLeft ? lost(file.filename) : unusable(file.filename, error)
  })
  const image = operation.film?.image
  const first = image ? await downloadFile(server, image, signal).catch(() => null) : null
  return {
    ...facts,
    index,
    data,
    contentType: 'video/mp4',
    stills: await findStills(data, facts, first),
    seed: operation.seed,
  }
}

async function read(made: Uint8Array) {
  const data = await toMp4(made)
  return { data, facts: readMp4(data) }
}

function unusable(file: string, cause: unknown): EngineError {
  const reason = (cause as Error).message
  return new EngineError('picture_failed', `ComfyUI's video ${file} cannot be used: ${reason}`, {
    retryable: true,
    userMessage: t('engines.videoNotUsable'),
    cause,
  })
}
