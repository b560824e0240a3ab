import type { GenerationRequest } from '#contract/generation-request.ts'
import { prices } from '#server/domains/billing/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'
import { addedPrice } from '../../models/added-prices.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { findTool, requireInput, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'

export type Request = Extract<GenerationRequest, { type: 'UI' | 'UU' }>
export type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

/** Of what comes out, at most. */
const MOST_MEGAPIXELS = 64

const SAME_FOR_PRO = t('jobs.sameForPro')

/** Makes a picture larger. The two kinds differ in network, price and the plan that is needed. */
export function upscaleKind(
  own: Pick<Kind<Request, Parameters>, 'type' | 'title' | 'inSentence' | 'minimumPlan'> & {
    pro: boolean
    credits(scale: Request['scale']): number
  },
): Kind<Request, Parameters> {
  const { pro, credits, ...named } = own
  const labelOf = ({ scale }: Pick<Request, 'scale'>) =>
    t('prices.scaled', { said: named.title, scale })
  return {
    ...toolKind<Parameters>(),
    ...named,
    hasAddedPrice: pro,
    inputs: ({ image }) => [{ field: 'image', id: image, uploadsOnly: false }],
    async resolve({ engines, addedPrices }, { quote: _quote, ...asked }, inputs) {
      const { engine, model } = await findTool(engines, 'upscale', pro)
      const input = requireInput(inputs, 'image', model)
      const [width, height] = [input.width * asked.scale, input.height * asked.scale]
      if (width * height > MOST_MEGAPIXELS * 1_048_576) {
        const most = MOST_MEGAPIXELS
        throw invalidField('scale', t('jobs.resultAtMost', { width, height, most }))
      }
      return {
        engine: engine.name,
        modelHash: model.hash,
        parameters: { ...asked, width, height },
        warnings: pro && model.sameForPro ? [{ code: 'same_for_pro', message: SAME_FOR_PRO }] : [],
        ...(pro && addedPrice(addedPrices, 'pro_upscale', model, labelOf(asked))),
      }
    },
    async foresee({ looksSameByPro }, { engine, parameters: { scale }, price }, { image }) {
      // Only pro enlarges by eight: there is nothing to compare it with.
      if (!pro || scale === 8 || !image) return []
      const fast = prices().upscale[`x${scale}`]
      // Operators set both prices: nobody is shown the way to the dearer one.
      if (fast >= (price?.credits ?? credits(scale))) return []
      if (!(await looksSameByPro(engine, image, scale))) return []
      return [{ code: 'same_as_fast', message: t('jobs.sameAsFast', { credits: fast }) }]
    },
    price: (parameters) => ({ credits: credits(parameters.scale), label: labelOf(parameters) }),
    begin: (engine, { parameters: { scale }, files, beginning }) =>
      startTool(engine, { tool: 'upscale', image: files['image']!, scale, pro }, beginning),
    describe: ({ scale }, _picture, modelHash) =>
      describeTool(named.title, { Scale: scale }, modelHash),
  }
}
