import { expect, test } from 'vitest'
import { graphOfWorkflow } from './graph-of-workflow.ts'
import { readComfyui } from './read-comfyui.ts'

/** Files that carry only the graph of the editor. */

const input = (name: string, link: number | null, type = '*', widget = false) => ({
  name,
  link,
  type,
  ...(widget && { widget: { name } }),
})

test("ComfyUI: the editor's graph with a subgraph, set and get nodes, and links of Use Everywhere", () => {
  const SUBGRAPH = '2f0e6f3c-0c5e-4a5c-9df1-3f3c2a8f7d10'
  const link = (id: number, from: [number, number], to: [number, number]) => ({
    id,
    origin_id: from[0],
    origin_slot: from[1],
    target_id: to[0],
    target_slot: to[1],
  })
  const workflow = {
    nodes: [
      {
        id: 1,
        type: 'CheckpointLoaderSimple',
        inputs: [],
        outputs: [{ name: 'MODEL' }, { name: 'CLIP' }],
        widgets_values: ['dream.safetensors'],
      },
      { id: 2, type: 'SetNode', inputs: [input('MODEL', 1)], widgets_values: ['the model'] },
      { id: 3, type: 'GetNode', inputs: [], widgets_values: ['the model'] },
      {
        id: 4,
        type: SUBGRAPH,
        inputs: [
          input('model', 2, 'MODEL'),
          input('text', null, 'STRING', true),
          input('latent', null, 'LATENT'),
        ],
        outputs: [{ name: 'LATENT', type: 'LATENT' }],
        widgets_values: ['a fox in fog'],
      },
      { id: 5, type: 'EmptySD3LatentImage', inputs: [], widgets_values: [896, 640, 1] },
      { id: 6, type: 'VAEDecode', inputs: [input('samples', 3)] },
    ],
    links: [
      [1, 1, 0, 2, 0, 'MODEL'],
      [2, 3, 0, 4, 0, 'MODEL'],
      [3, 4, 0, 6, 0, 'LATENT'],
    ],
    definitions: {
      subgraphs: [
        {
          id: SUBGRAPH,
          inputs: [{ name: 'model' }, { name: 'text' }, { name: 'latent' }],
          outputs: [{ name: 'LATENT' }],
          nodes: [
            {
              id: 7,
              type: 'KSampler',
              inputs: [
                input('model', 11),
                input('positive', 12),
                input('negative', 13),
                input('latent_image', 14),
              ],
              outputs: [{ name: 'LATENT' }],
              widgets_values: [31, 'fixed', 14, 3, 'euler', 'simple', 1],
            },
            {
              id: 8,
              type: 'CLIPTextEncode',
              inputs: [input('text', 15, 'STRING', true)],
              widgets_values: ['unused'],
            },
            { id: 9, type: 'CLIPTextEncode', inputs: [], widgets_values: ['dog'] },
          ],
          links: [
            link(11, [-10, 0], [7, 0]),
            link(12, [8, 0], [7, 1]),
            link(13, [9, 0], [7, 2]),
            link(14, [-10, 2], [7, 3]),
            link(15, [-10, 1], [8, 0]),
            link(16, [7, 0], [-20, 0]),
          ],
        },
      ],
    },
    extra: {
      ue_links: [
        { downstream: 4, downstream_slot: 2, upstream: '5', upstream_slot: 0, type: 'LATENT' },
      ],
    },
  }
  expect(readComfyui(graphOfWorkflow(workflow)!)).toMatchObject({
    request: {
      prompt: 'a fox in fog',
      negative_prompt: 'dog',
      steps: 14,
      guidance_scale: 3,
      width: 896,
      height: 640,
    },
    seed: '31',
    model: 'dream',
    leftOut: [{ kind: 'schedule', name: 'simple' }],
  })
})

test("ComfyUI: the editor's graph of Efficiency, rgthree and Impact, whose fields the file does not name", () => {
  const workflow = {
    nodes: [
      {
        id: 1,
        type: 'Efficient Loader',
        inputs: [input('lora_stack', 3, 'LORA_STACK')],
        widgets_values: [
          'dream.safetensors',
          'Baked VAE',
          -1,
          'None',
          1,
          1,
          'a mill',
          'rain',
          'none',
          'comfy',
          704,
          512,
          1,
        ],
      },
      {
        id: 2,
        type: 'KSampler (Efficient)',
        inputs: [
          input('model', 4),
          input('positive', 1),
          input('negative', 2),
          input('latent_image', 5),
        ],
        widgets_values: [12, null, 19, 7.5, 'euler_ancestral', 'normal', 1, 'auto', 'true'],
      },
      {
        id: 3,
        type: 'CR LoRA Stack',
        inputs: [],
        widgets_values: ['On', 'ink.safetensors', 0.5, 0.5, 'Off', 'x.safetensors', 1, 1],
      },
      {
        id: 4,
        type: 'Power Lora Loader (rgthree)',
        inputs: [input('model', 6)],
        widgets_values: [
          {},
          { type: 'PowerLoraLoaderHeaderWidget' },
          { on: true, lora: 'oil.safetensors', strength: 0.8, strengthTwo: null },
          {},
          '',
        ],
      },
    ],
    links: [
      [1, 1, 1, 2, 1, 'CONDITIONING'],
      [2, 1, 2, 2, 2, 'CONDITIONING'],
      [3, 3, 0, 1, 0, 'LORA_STACK'],
      [4, 4, 0, 2, 0, 'MODEL'],
      [5, 1, 3, 2, 3, 'LATENT'],
      [6, 1, 0, 4, 0, 'MODEL'],
    ],
  }
  expect(readComfyui(graphOfWorkflow(workflow)!)).toMatchObject({
    request: { prompt: 'a mill', negative_prompt: 'rain', steps: 19, width: 704, height: 512 },
    seed: '12',
    sampler: 'Euler a',
    model: 'dream',
    loras: [
      { model: 'ink', weight: 0.5 },
      { model: 'oil', weight: 0.8 },
    ],
  })
})
