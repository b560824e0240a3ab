import { VIDEO_LIMITS } from '#contract/values/jobs/video.ts'
import type { FoundVideoModel } from '#server/engines/spec/index.ts'
import { AppError, type FieldErrors, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { FoundInput, FoundVideo, ResolvedJob } from '../../kind.ts'
import { isForgotten } from '../../video-facts.ts'
import type { Parameters, Request } from './parameters.ts'

type Asked = Omit<Request, 'quote'>
type Extension = NonNullable<FoundVideoModel['model']['extend']>

/**
 * A video that is extended: its own provider goes on with it, in its own size.
 * @param found the video; null: there is none that this person may extend
 * @throws {AppError} `invalid` naming every field that does not fit
 */
export function resolveExtension(
  { engine, model }: FoundVideoModel,
  asked: Asked,
  found: FoundInput | null,
): ResolvedJob<Parameters> {
  const video = found?.video
  if (!video) throw invalidField('video', t('jobs.noSuchVideo'))
  const { extend } = model
  if (video.provider !== asked.provider)
    throw invalidField('provider', t('jobs.onlyProviderExtends', { provider: video.provider }))
  if (!extend) throw invalidField('video', t('jobs.providerExtendsNot'))
  const duration = asked.duration ?? extend.durations[0]!
  const fields: FieldErrors = {
    ...checkVideo(video, duration),
    ...checkChoices({ ...asked, duration }, extend),
  }
  const names = Object.keys(fields)
  if (names.length > 0)
    throw new AppError('invalid', `Not possible: ${names.join(', ')}`, { fields })
  const usual = asked.end_image === undefined ? undefined : 'none'
  const motion = extend.motions.find((one) => one === usual) ?? extend.motions[0]!
  return {
    engine: engine.name,
    modelHash: model.hash,
    parameters: {
      ...asked,
      duration,
      motion: asked.motion ?? motion,
      width: found.width,
      height: found.height,
    },
  }
}

function checkVideo({ continuation, duration }: FoundVideo, more: number): FieldErrors {
  if (!continuation) return { video: [t('jobs.videoNotExtended')] }
  if (isForgotten(continuation)) return { video: [t('jobs.videoNotKept')] }
  const { total } = VIDEO_LIMITS
  return duration + more > total ? { duration: [t('jobs.extendedAtMost', { seconds: total })] } : {}
}

/** What comes from the video itself. */
const ITS_OWN = ['image', 'prompts', 'training', 'width', 'height'] as const

function checkChoices(asked: Asked & { duration: number }, extend: Extension): FieldErrors {
  const fields: FieldErrors = {}
  for (const field of ITS_OWN)
    if (asked[field] !== undefined) fields[field] = [t('jobs.notWhenExtended')]
  const durations = extend.durations.toSorted((a, b) => a - b)
  if (!durations.includes(asked.duration))
    fields['duration'] = [t('jobs.oneOf', { list: durations.join(', ') })]
  if (asked.motion !== undefined && !extend.motions.includes(asked.motion))
    fields['motion'] = [t('jobs.oneOf', { list: extend.motions.join(', ') })]
  if (extend.prompt === 'needed' && asked.prompt === undefined)
    fields['prompt'] = [t('common.required')]
  if (extend.prompt === 'none' && asked.prompt !== undefined)
    fields['prompt'] = [t('jobs.onlyLastFrame')]
  if (asked.end_image !== undefined && !extend.endFrame)
    fields['end_image'] = [t('jobs.noEndOnImage')]
  return fields
}
