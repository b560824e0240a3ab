import type { GenerationRequest } from '#contract/generation-request.ts'
import { PRICES } from '#server/domains/billing/index.ts'
import type { Kind } from '../kind.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { findTool, requireInput, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'

type Request = Extract<GenerationRequest, { type: 'RB' }>
type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

const TITLE = 'Background removal'

/** A picture without its background. */
export const removeBackground: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'RB',
  title: TITLE,
  inputs: ({ image }) => [{ field: 'image', id: image, uploadsOnly: false }],
  async resolve({ engines }, { quote: _quote, ...asked }, inputs) {
    const { engine, model } = await findTool(engines, 'remove_background')
    const { width, height } = requireInput(inputs, 'image', model)
    return {
      engine: engine.name,
      modelHash: model.hash,
      parameters: { ...asked, width, height },
    }
  },
  price: () => ({ credits: PRICES.remove_background, label: TITLE }),
  begin: (engine, { files }) =>
    startTool(engine, { tool: 'remove_background', image: files['image']! }),
  describe: (_parameters, _picture, modelHash) => describeTool(TITLE, {}, modelHash),
}
