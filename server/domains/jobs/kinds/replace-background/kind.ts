import type { GenerationRequest } from '#contract/generation-request.ts'
import { prices } from '#server/domains/billing/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { InputPicture, Kind } from '../../kind.ts'
import { randomSeed } from '../../seeds.ts'
import { backgroundOf, namedBackgrounds, requireOneBackground } from '../tool/background.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { findTool, requireInputs, startTool } from '../tool/find-tool.ts'
import { formatDrawnAfter } from '../../format-drawn-after.ts'
import { foreseeEdges } from '../tool/foresee-edges.ts'
import { toolKind } from '../tool/tool-kind.ts'
import { drawingOrder, requirePainter } from '../drawing/draw-for-tool.ts'
import { isPhotograph, readPhotograph } from './photographs.ts'

type Request = Extract<GenerationRequest, { type: 'RPB' }>
type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

const TITLE = t('kinds.replaceBackground')

/** The subject of a picture on another background, in its light. */
export const replaceBackground: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'RPB',
  title: TITLE,
  inSentence: t('kinds.replaceBackgroundInSentence'),
  likeness: 'remade',
  // Its background is drawn first; in the line of tools it would keep light ones waiting behind drawings.
  pool: ({ prompt }) => (prompt === undefined ? 'tools' : 'drawing'),
  sourceType: ({ prompt }) =>
    prompt === undefined ? 'composite' : 'compositeWithTrainedAlgorithmicMedia',
  moderation: { prompt: ({ prompt }) => prompt ?? null },
  seeds: {
    isFixed: ({ prompt, seed }) => prompt === undefined || typeof seed === 'number',
    draw: (parameters) => ({
      parameters,
      seed: parameters.prompt === undefined ? null : (parameters.seed ?? randomSeed()),
    }),
  },
  inputs: inputsOf,
  async resolve({ engines }, { quote: _quote, ...asked }, inputs) {
    requireOneBackground(asked)
    if (asked.prompt === undefined)
      for (const field of ['seed', 'model'] as const)
        if (asked[field] !== undefined) throw invalidField(field, t('jobs.onlyWithPrompt'))
    const { engine, model, tool } = await findTool(engines, 'replace_background')
    const scenes = tool.headshots?.().scenes ?? []
    const { scene } = asked
    if (scene !== undefined && !isPhotograph(scene) && !scenes.some(({ id }) => id === scene))
      throw invalidField('scene', t('jobs.noSuchBackground', { names: scene }))
    const fields = inputsOf(asked).map(({ field }) => field)
    const { width, height } = requireInputs(inputs, fields, model)['image']!
    if (namedBackgrounds(asked).length === 0)
      throw invalidField('non_field_errors', t('jobs.chooseBackground'))
    const painter =
      asked.prompt === undefined
        ? null
        : await requirePainter(engines, engine, asked.prompt, { wanted: asked.model })
    return {
      engine: engine.name,
      modelHash: model.hash,
      parameters: { ...asked, ...(painter && { model: painter.model.id }), width, height },
    }
  },
  foresee: foreseeEdges(t('jobs.edgeUnsureMissing')),
  price: () => ({ credits: prices().replace_background, label: TITLE }),
  async begin(engine, { parameters, files, seed, beginning }) {
    const { prompt, scene, blur } = parameters
    const background =
      prompt !== undefined
        ? await drawingOrder(engine, { ...parameters, prompt }, seed)
        : scene !== undefined
          ? isPhotograph(scene)
            ? await readPhotograph(scene)
            : { scene }
          : blur
            ? { blurred: true as const }
            : backgroundOf(parameters, files)
    if (!background) throw new Error('A replaced background has another')
    return startTool(
      engine,
      { tool: 'replace_background', image: files['image']!, background },
      beginning,
    )
  },
  again: ({ width: _width, height: _height, ...request }, { seed }) => ({
    ...request,
    ...(request.prompt !== undefined && { seed }),
  }),
  describe: (parameters, { seed, drawnAfter = [] }, modelHash) =>
    describeTool(
      TITLE,
      {
        Background: parameters.scene ?? namedBackgrounds(parameters)[0] ?? 'none',
        ...(parameters.prompt !== undefined && { Prompt: JSON.stringify(parameters.prompt) }),
        ...(seed !== null && { Seed: seed }),
        ...(drawnAfter.length > 0 && { 'Drawn after': formatDrawnAfter(drawnAfter) }),
      },
      modelHash,
    ),
}

function inputsOf({ image, background_image: behind }: Request | Parameters): InputPicture[] {
  const own = { field: 'image', id: image, uploadsOnly: false }
  if (behind === undefined) return [own]
  return [own, { field: 'background_image', id: behind, uploadsOnly: false }]
}
