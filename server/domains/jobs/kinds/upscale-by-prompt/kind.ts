import type { GenerationRequest } from '#contract/generation-request.ts'
import { prices, priceImage } from '#server/domains/billing/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'
import { chooseRefiner, type RefineSettings } from '../refine/choose-refiner.ts'
import { redrawingOf, refineKind, startRefining, workOfPart } from '../refine/refine-kind.ts'
import { requireInput } from '../tool/find-tool.ts'

type Request = Extract<GenerationRequest, { type: 'UIT' }>
type Parameters = Omit<Request, 'quote'> & RefineSettings & { width: number; height: number }

const TITLE = t('kinds.upscaleByPrompt')
/** What an image may have at most. */
const MOST_MEGAPIXELS = 4
const MOST_PIXELS = MOST_MEGAPIXELS * 1_048_576
const MOST_EDGE = 12_000

/** An image made larger, and drawn over from a prompt in its larger size. */
export const upscaleByPrompt: Kind<Request, Parameters> = {
  ...refineKind<Parameters>({ title: TITLE, inSentence: t('kinds.upscaleByPromptInSentence') }),
  type: 'UIT',
  async resolve({ engines }, { quote: _quote, ...asked }, inputs) {
    const { engine, model, settings } = await chooseRefiner(engines)
    const input = requireInput(inputs, 'image', { maxEdge: MOST_EDGE, maxPixels: MOST_PIXELS })
    const [width, height] = [input.width * asked.scale, input.height * asked.scale]
    if (width * height > MOST_PIXELS) {
      throw invalidField('scale', t('jobs.resultAtMost', { width, height, most: MOST_MEGAPIXELS }))
    }
    const parameters = { ...asked, ...settings, width, height }
    return { engine: engine.name, modelHash: model.hash || null, parameters }
  },
  price: ({ scale, width, height }) => ({
    credits: prices().upscale[`x${scale}`] + priceImage({ width, height }),
    label: t('prices.scaled', { said: TITLE, scale }),
  }),
  // A quarter of each tile lies over the next.
  work: ({ width, height, ...rest }) =>
    Math.max(1, Math.ceil((width * height) / (0.75 * rest.part) ** 2)) *
    workOfPart({ ...rest, width, height }),
  begin: (engine, order) =>
    startRefining(
      engine,
      {
        refinement: 'upscale',
        image: order.files['image']!,
        scale: order.parameters.scale,
        redrawing: redrawingOf(order),
      },
      order.beginning,
    ),
}
