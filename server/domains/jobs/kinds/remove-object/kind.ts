import type { GenerationRequest } from '#contract/generation-request.ts'
import { prices } from '#server/domains/billing/index.ts'
import { t } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'
import { addedPrice } from '../../models/added-prices.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { findTool, requireInputs, startTool } from '../tool/find-tool.ts'
import { requireSameSize } from '../tool/same-size.ts'
import { toolKind } from '../tool/tool-kind.ts'

type Request = Extract<GenerationRequest, { type: 'RO' }>
type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

const TITLE = t('kinds.removeObject')

/** A picture without a thing: what is around it is painted over it. */
export const removeObject: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'RO',
  title: TITLE,
  inSentence: t('kinds.removeObjectInSentence'),
  likeness: 'remade',
  hasAddedPrice: true,
  inputs: ({ image, mask }) => [
    { field: 'image', id: image, uploadsOnly: false },
    // A mask is painted for one picture and uploaded; an image that was made here cannot be one.
    { field: 'mask', id: mask, uploadsOnly: true },
  ],
  async resolve({ engines, addedPrices }, { quote: _quote, ...asked }, inputs) {
    const { engine, model } = await findTool(engines, 'remove_object')
    const { image, mask } = requireInputs(inputs, ['image', 'mask'], model)
    requireSameSize('mask', mask, image)
    const { width, height } = image
    return {
      engine: engine.name,
      modelHash: model.hash,
      parameters: { ...asked, width, height },
      ...addedPrice(addedPrices, 'remove_object', model, TITLE),
    }
  },
  price: () => ({ credits: prices().remove_object, label: TITLE }),
  begin: (engine, { files, beginning }) =>
    startTool(
      engine,
      { tool: 'remove_object', image: files['image']!, mask: files['mask']! },
      beginning,
    ),
  describe: (_parameters, _picture, modelHash) => describeTool(TITLE, {}, modelHash),
}
