import type { GenerationRequest } from '#contract/generation-request.ts'
import { PRICES } from '#server/domains/billing/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Kind } from '../kind.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { findTool, requireInputs, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'
import { backgroundOf, namedBackgrounds } from '../tool/background.ts'

type Request = Extract<GenerationRequest, { type: 'RPB' }>
type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

const TITLE = 'Replace background'

/** The subject of a picture on another background, in its light. */
export const replaceBackground: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'RPB',
  title: TITLE,
  inputs: inputsOf,
  async resolve({ engines }, { quote: _quote, ...asked }, inputs) {
    const [, second] = namedBackgrounds(asked)
    if (second) throw invalidField(second, 'Choose one background.')
    const { engine, model } = await findTool(engines, 'replace_background')
    const fields = inputsOf(asked).map(({ field }) => field)
    const { width, height } = requireInputs(inputs, fields, model).image
    if (namedBackgrounds(asked).length === 0) throw invalidField('color', 'Choose a background.')
    return { engine: engine.name, modelHash: model.hash, parameters: { ...asked, width, height } }
  },
  price: () => ({ credits: PRICES.replace_background, label: TITLE }),
  begin: (engine, { parameters, files }) =>
    startTool(engine, {
      tool: 'replace_background',
      image: files['image']!,
      background: backgroundOf(parameters, files)!,
    }),
  describe: (parameters, _picture, modelHash) =>
    describeTool(TITLE, { Background: namedBackgrounds(parameters)[0] ?? 'none' }, modelHash),
}

function inputsOf({ image, background_image: behind }: Request | Parameters) {
  const own = { field: 'image' as const, id: image, uploadsOnly: false }
  if (behind === undefined) return [own]
  return [own, { field: 'background_image' as const, id: behind, uploadsOnly: false }]
}
