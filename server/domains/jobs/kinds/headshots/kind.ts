import type { GenerationRequest } from '#contract/generation-request.ts'
import { HEADSHOT_LIMITS } from '#contract/jobs/headshots.ts'
import { prices } from '#server/domains/billing/index.ts'
import type { HeadshotScene } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { judgePortrait } from '../../inputs/judge-faces.ts'
import { findTool, requireInput, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'

type Request = Extract<GenerationRequest, { type: 'PHS' }>
type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

const TITLE = t('kinds.headshots')

/** Head and shoulders of a photo's person before some backgrounds, relit. */
export const headshots: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'PHS',
  title: TITLE,
  inSentence: t('kinds.headshotsInSentence'),
  likeness: 'always',
  judgesResult: true,
  sourceType: () => 'compositeWithTrainedAlgorithmicMedia',
  outputs: ({ backgrounds }) => backgrounds.length,
  inputs: ({ image }) => [{ field: 'image', id: image, uploadsOnly: false }],
  facesUsed: () => [{ field: 'image', index: 0 }],
  async resolve({ engines, findFaces }, { quote: _quote, ...asked }, inputs) {
    const { engine, model, tool } = await findTool(engines, 'take_headshots')
    const offer = tool.headshots?.()
    if (!offer) {
      throw new AppError('unavailable', `${engine.name} has no backgrounds for headshots`, {
        userMessage: t('jobs.headshotsNotNow'),
      })
    }
    checkBackgrounds(asked.backgrounds, offer.scenes)
    const input = requireInput(inputs, 'image', model)
    const { problem, warnings } = judgePortrait(
      await findFaces('image', input),
      HEADSHOT_LIMITS.smallestFace,
    )
    if (problem !== null) throw invalidField('image', problem)
    return {
      engine: engine.name,
      modelHash: model.hash,
      warnings,
      parameters: { ...asked, width: offer.width, height: offer.height },
    }
  },
  price({ backgrounds: { length: count } }) {
    const credits = prices().headshot
    return { credits, label: t('prices.headshotsEach', { count, credits }) }
  },
  begin: (engine, { parameters: { backgrounds, framing }, files, indexes, beginning }) =>
    startTool(
      engine,
      { tool: 'take_headshots', image: files['image']!, backgrounds, framing, indexes },
      beginning,
    ),
  again: ({ width: _width, height: _height, ...request }, { index }) => ({
    ...request,
    backgrounds: [request.backgrounds[index] ?? ''],
  }),
  describe: ({ backgrounds, framing }, { index }, modelHash) =>
    describeTool(TITLE, { Background: backgrounds[index] ?? '', Framing: framing }, modelHash),
}

/** @throws {AppError} `invalid` */
function checkBackgrounds(asked: readonly string[], scenes: readonly HeadshotScene[]): void {
  const missing = asked.filter((one) => scenes.every(({ id }) => id !== one))
  if (missing.length > 0)
    throw invalidField('backgrounds', t('jobs.noSuchBackground', { names: missing.join(', ') }))
  if (new Set(asked).size < asked.length)
    throw invalidField('backgrounds', t('jobs.backgroundsOnce'))
}
