import type { GenerationRequest } from '#contract/generation-request.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import { prices } from '#server/domains/billing/index.ts'
import type { FoundFace } from '#server/engines/spec/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { findTool, requireInput, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'

type Request = Extract<GenerationRequest, { type: 'FF' }>
type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

const TITLE = t('kinds.fixFaces')

/** @throws {AppError} `invalid` where no face would gain */
function warningsOf(faces: readonly FoundFace[]): UnsaidQuote['warnings'] {
  const sharp = faces.filter((face) => face.sharp === true).length
  if (sharp === faces.length)
    throw invalidField('image', sharp === 1 ? t('jobs.faceSharp') : t('jobs.facesSharp'))
  if (sharp === 0) return []
  return [
    {
      code: 'faces_sharp',
      message: t('jobs.someFacesSharp', { count: sharp, all: faces.length }),
    },
  ]
}

/** A picture whose faces are drawn clearer. */
export const fixFaces: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'FF',
  title: TITLE,
  inSentence: t('kinds.fixFacesInSentence'),
  judgesResult: true,
  inputs: ({ image }) => [{ field: 'image', id: image, uploadsOnly: false }],
  async resolve({ engines, findFaces }, { quote: _quote, ...asked }, inputs) {
    const { engine, model } = await findTool(engines, 'fix_faces')
    const input = requireInput(inputs, 'image', model)
    const faces = await findFaces('image', input)
    if (faces.length === 0) throw invalidField('image', t('common.noFaceFound'))
    const { width, height } = input
    return {
      engine: engine.name,
      modelHash: model.hash,
      parameters: { ...asked, width, height },
      warnings: warningsOf(faces),
    }
  },
  price: () => ({ credits: prices().fix_faces, label: TITLE }),
  begin: (engine, { files, beginning }) =>
    startTool(engine, { tool: 'fix_faces', image: files['image']! }, beginning),
  describe: (_parameters, _picture, modelHash) => describeTool(TITLE, {}, modelHash),
}
