import type { GenerationRequest } from '#contract/generation-request.ts'
import { prices } from '#server/domains/billing/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'
import { chooseRefiner, type RefineSettings } from '../refine/choose-refiner.ts'
import { redrawingOf, refineKind, startRefining, workOfPart } from '../refine/refine-kind.ts'
import { requireInput } from '../tool/find-tool.ts'

type Request = Extract<GenerationRequest, { type: 'AD' }>
type Parameters = Omit<Request, 'quote' | 'prompt'> &
  RefineSettings & { prompt: string; width: number; height: number }

const TITLE = t('kinds.detailPass')
/** Sizes that cameras make. */
const MOST_PIXELS = 25 * 1_048_576
const MOST_EDGE = 12_000
/** The prompt of a request without one: fits any face, photographed or drawn. */
const AS_IT_IS = 'a detailed face, clear eyes, fine skin and hair'
/** Most jobs have one or two faces. */
const USUAL_FACES = 2

/** An image whose faces are drawn over with more detail. */
export const detailPass: Kind<Request, Parameters> = {
  ...refineKind<Parameters>({ title: TITLE, inSentence: t('kinds.detailPassInSentence') }),
  type: 'AD',
  async resolve({ engines, findFaces }, { quote: _quote, ...asked }, inputs) {
    const { engine, model, settings } = await chooseRefiner(engines)
    const input = requireInput(inputs, 'image', { maxEdge: MOST_EDGE, maxPixels: MOST_PIXELS })
    const faces = await findFaces('image', input)
    if (faces.length === 0) throw invalidField('image', t('common.noFaceFound'))
    const { width, height } = input
    const parameters = { ...asked, prompt: asked.prompt ?? AS_IT_IS, ...settings, width, height }
    return { engine: engine.name, modelHash: model.hash || null, parameters }
  },
  price: () => ({ credits: prices().detail_pass, label: TITLE }),
  work: (parameters) => USUAL_FACES * workOfPart(parameters),
  begin: (engine, order) =>
    startRefining(
      engine,
      {
        refinement: 'faces',
        image: order.files['image']!,
        redrawing: redrawingOf(order),
      },
      order.beginning,
    ),
}
