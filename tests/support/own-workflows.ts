/** A workflow of an operator's own that starts from an image, and makes it half as large as 80 x 64. */
export const LINE_ART = {
  title: 'Line art',
  kind: 'other',
  other: { credits: 3 },
  nodes: {
    source: { class_type: 'LoadImage', inputs: { image: '{{source}}' } },
    scaled: {
      class_type: 'ImageScale',
      inputs: {
        image: ['source', 0],
        upscale_method: 'lanczos',
        width: 40,
        height: 32,
        crop: 'disabled',
      },
    },
    save: {
      class_type: 'SaveImage',
      inputs: { images: ['scaled', 0], filename_prefix: '{{output}}' },
    },
  },
} as const

/** One that starts from words. */
export const POSTER = {
  title: 'Poster',
  kind: 'other',
  other: { size: [64, 96] },
  nodes: {
    model: {
      class_type: 'CheckpointLoaderSimple',
      inputs: { ckpt_name: 'photon_v1.safetensors' },
    },
    words: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['model', 1] } },
    latent: {
      class_type: 'EmptyLatentImage',
      inputs: { width: '{{width}}', height: '{{height}}', batch_size: 1 },
    },
    sampler: {
      class_type: 'KSampler',
      inputs: {
        model: ['model', 0],
        positive: ['words', 0],
        negative: ['words', 0],
        latent_image: ['latent', 0],
        seed: '{{seed}}',
        steps: 4,
        cfg: 4,
        sampler_name: 'euler',
        scheduler: 'normal',
        denoise: 1,
      },
    },
    image: { class_type: 'VAEDecode', inputs: { samples: ['sampler', 0], vae: ['model', 2] } },
    save: {
      class_type: 'SaveImage',
      inputs: { images: ['image', 0], filename_prefix: '{{output}}' },
    },
  },
} as const
