import type { GenerationRequest } from '#contract/generation-request.ts'
import { prices } from '#server/domains/billing/index.ts'
import { OUTPUT_SIZES } from '#contract/jobs/output-sizes.ts'
import { t } from '#server/texts/index.ts'
import type { InputPicture, Kind } from '../../kind.ts'
import { addedPrice } from '../../models/added-prices.ts'
import { backgroundOf, namedBackgrounds, requireOneBackground } from '../tool/background.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { findTool, requireInputs, startTool } from '../tool/find-tool.ts'
import { requireSameSize } from '../tool/same-size.ts'
import { foreseeEdges } from '../tool/foresee-edges.ts'
import { toolKind } from '../tool/tool-kind.ts'

type Request = Extract<GenerationRequest, { type: 'RB' }>
/** With `crop` or `output_size` the result has another size than `width` x `height`; its image has the true one. */
type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

const TITLE = t('kinds.removeBackground')

/** A picture without its background, or with another one put behind it. */
export const removeBackground: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'RB',
  hasAddedPrice: true,
  title: TITLE,
  inSentence: t('kinds.removeBackgroundInSentence'),
  sourceType: ({ background_image }) =>
    background_image === undefined ? 'algorithmicallyEnhanced' : 'composite',
  inputs: inputsOf,
  async resolve({ engines, addedPrices }, { quote: _quote, ...asked }, inputs) {
    requireOneBackground(asked)
    const { engine, model } = await findTool(engines, 'remove_background', hasOptions(asked))
    const fields = inputsOf(asked).map(({ field }) => field)
    const { image, correction } = requireInputs(inputs, fields, model)
    const { width, height } = image!
    if (correction) requireSameSize('correction', correction, image!)
    return {
      engine: engine.name,
      modelHash: model.hash,
      parameters: { ...asked, width, height },
      ...addedPrice(addedPrices, 'remove_background', model, TITLE),
    }
  },
  foresee: foreseeEdges(t('jobs.edgeUnsure')),
  price: () => ({ credits: prices().remove_background, label: TITLE }),
  begin(engine, { parameters, files, beginning }) {
    const { image, correction } = files
    const { output_size: size } = parameters
    const background = backgroundOf(parameters, files) ?? (size === 'shop' ? WHITE : null)
    return startTool(
      engine,
      {
        tool: 'remove_background',
        image: image!,
        ...(correction && { correction }),
        ...(background && { background }),
        ...(parameters.shadow && { shadow: true }),
        ...(parameters.crop && { crop: true }),
        ...(size && { frame: OUTPUT_SIZES[size] }),
      },
      beginning,
    )
  },
  describe(parameters, _picture, modelHash) {
    const [background] = namedBackgrounds(parameters)
    const size = parameters.output_size
    return describeTool(
      TITLE,
      { ...(background && { Background: background }), ...(size && { 'Output size': size }) },
      modelHash,
    )
  },
}

const WHITE = { red: 255, green: 255, blue: 255 }

const hasOptions = (asked: Omit<Request, 'quote'>): boolean =>
  asked.correction !== undefined ||
  asked.shadow === true ||
  asked.crop === true ||
  asked.output_size !== undefined ||
  namedBackgrounds(asked).length > 0

function inputsOf({ image, background_image, correction }: Request | Parameters): InputPicture[] {
  return [
    { field: 'image', id: image, uploadsOnly: false },
    ...(background_image === undefined
      ? []
      : [{ field: 'background_image', id: background_image, uploadsOnly: false }]),
    // A correction is painted for one picture and uploaded; an image that was made here cannot be one.
    ...(correction === undefined
      ? []
      : [{ field: 'correction', id: correction, uploadsOnly: true }]),
  ]
}
