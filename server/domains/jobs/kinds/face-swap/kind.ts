import type { GenerationRequest } from '#contract/generation-request.ts'
import { FACE_STATEMENT } from '#contract/jobs/face-swap.ts'
import { prices } from '#server/domains/billing/index.ts'
import type { TriedSwapProblem } from '#server/engines/spec/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t, type Text } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { findTool, requireInputs, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'
import { checkNames, checkPairs, pairsOf } from './choose-pairs.ts'

type Request = Extract<GenerationRequest, { type: 'FS' }>
type Parameters = Omit<Request, 'quote'> & {
  consent_version: string
  width: number
  height: number
}

const TITLE = t('kinds.faceSwap')
const TRIED = {
  torn: t('jobs.swapTorn'),
  border: t('jobs.swapBorder'),
  light: t('jobs.swapLight'),
} satisfies Record<TriedSwapProblem, Text>
const FIELDS = ['source_image', 'target_image'] as const

/** A picture with faces of another. The job keeps who stated when, and in which words, that the faces may be used. */
export const faceSwap: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'FS',
  title: TITLE,
  inSentence: t('kinds.faceSwapInSentence'),
  judgesResult: true,
  likeness: 'always',
  measuresFaces: true,
  refusesChildren: true,
  sourceType: () => 'compositeWithTrainedAlgorithmicMedia',
  inputs: ({ source_image, target_image }) => [
    { field: 'source_image', id: source_image, uploadsOnly: false },
    { field: 'target_image', id: target_image, uploadsOnly: false },
  ],
  facesUsed: (parameters) =>
    pairsOf(parameters).flatMap(({ source, target }) => [
      { field: 'source_image', index: source },
      { field: 'target_image', index: target },
    ]),
  async resolve({ engines, findFaces }, { quote: _quote, ...asked }, inputs) {
    checkNames(asked)
    const first = await findTool(engines, 'swap_faces')
    const pictures = requireInputs(inputs, FIELDS, first.model)
    const faces = {
      source: await findFaces('source_image', pictures.source_image),
      target: await findFaces('target_image', pictures.target_image),
    }
    // Among several faces only some engines can choose.
    const isChoice = faces.source.length > 1 || faces.target.length > 1
    const { engine, model, tool } = isChoice ? await findTool(engines, 'swap_faces', true) : first
    requireInputs(inputs, FIELDS, model)
    const { width, height } = pictures.target_image
    return {
      engine: engine.name,
      modelHash: model.hash,
      warnings: checkPairs(asked, faces, tool.imagesGoTo === undefined ? 'own' : 'service'),
      parameters: { ...asked, consent_version: FACE_STATEMENT.version, width, height },
    }
  },
  async foresee(
    { triesSwap, userId },
    { engine, parameters },
    { source_image: source, target_image: target },
  ) {
    if (!source || !target) return []
    const problem = await triesSwap(engine, {
      userId,
      source,
      target,
      pairs: pairsOf(parameters),
    })
    if (problem !== null)
      throw invalidField(parameters.pairs ? 'pairs' : 'source_face', TRIED[problem])
    return []
  },
  price: () => ({ credits: prices().face_swap, label: TITLE }),
  begin: (engine, { parameters, files, beginning }) =>
    startTool(
      engine,
      {
        tool: 'swap_faces',
        source: files['source_image']!,
        target: files['target_image']!,
        pairs: pairsOf(parameters),
      },
      beginning,
    ),
  // Each time it is asked for, it is stated again whose faces they are.
  again: ({ width: _width, height: _height, consent_version: _version, ...request }) => request,
  describe: (parameters, _picture, modelHash) =>
    describeTool(TITLE, { Faces: pairsOf(parameters).length }, modelHash),
}
