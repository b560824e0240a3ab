/** What a person should know of an image tool before trusting it: which model does the work, and what it cannot do. */
export interface ToolFacts {
  /** Name of the model, as its authors call it, and what is done besides. */
  model: string
  /** Of the model's weights; empty where its server does not tell. */
  licence: string
  /** Whole sentences, the weightiest first. */
  limits: readonly string[]
}

const OUTLINE_LIMITS = [
  'It keeps what stands out most. In an image without a clear subject it may keep anything.',
  'Hair of the same color as what is behind it, glass and smoke are cut roughly.',
] as const

const FACE_LIMITS =
  'Faces that are turned far to the side, very small or in the dark may not be found.'

/** Of the tools of the built-in engine, by the name that engines give a tool. */
export const TOOL_FACTS = {
  remove_background: {
    model: 'U²-Net (small), with edges fitted to the image',
    licence: 'Apache-2.0',
    limits: OUTLINE_LIMITS,
  },
  replace_background: {
    model: 'U²-Net (small), with edges fitted to the image',
    licence: 'Apache-2.0',
    limits: [
      ...OUTLINE_LIMITS,
      'Color and light are matched, but the direction of the light stays that of the original.',
    ],
  },
  remove_object: {
    model: 'A method of our own that copies small patches, without a network',
    licence: 'MIT',
    limits: [
      'It repeats what is around, so grass, sky, walls and skin work best. It cannot know what was hidden.',
      'Large areas, faces and straight lines that would have to go on may look odd. Replacing by a prompt can help.',
      'Paint over shadows and reflections too, or they stay.',
    ],
  },
  upscale: {
    model: 'ESRGAN (medium; thick for pro)',
    licence: 'MIT',
    limits: [
      'Details that the original does not show are not invented: a blurred or tiny image stays soft.',
      'Grain and traces of strong compression are enlarged too.',
      'Faces with few pixels stay soft. Fix faces can help.',
    ],
  },
  swap_faces: {
    model: 'MediaPipe Face Mesh, with blending of our own',
    licence: 'Apache-2.0',
    limits: [
      'Only the part from brows to chin is swapped. Hair, ears and the shape of the head stay.',
      'Both faces should look in about the same direction: what one image does not show cannot be put in the other.',
      'An open mouth keeps the teeth of the image that is changed.',
      'Hair and objects in front of the face are kept; a hand in front of it may be painted over.',
      FACE_LIMITS,
    ],
  },
  fix_faces: {
    model: 'ESRGAN (thick) on each face',
    licence: 'MIT',
    limits: [
      'It makes a face clearer, but does not invent features: very small or blurred faces stay soft.',
      'A face that is already sharp stays as it is.',
      FACE_LIMITS,
    ],
  },
  draw_avatars: {
    model: 'U²-Net (small) and Real-ESRGAN x4plus anime, with looks of our own',
    licence: 'Apache-2.0 and BSD-3-Clause',
    limits: [
      'Pose, clothes and expression stay those of the photo.',
      'A photo from the front, with the whole head and even light, works best.',
      FACE_LIMITS,
    ],
  },
  take_headshots: {
    model: 'U²-Net (small) and ESRGAN, with looks of our own',
    licence: 'Apache-2.0 and MIT',
    limits: [
      'Pose, clothes and expression stay those of the photo.',
      'Where the photo cuts through hair or a shoulder, the headshot does too.',
      FACE_LIMITS,
    ],
  },
} as const satisfies Record<string, ToolFacts>

/** Of models that change an image as words say, whoever runs them. */
export const EDIT_LIMITS = [
  'What you did not ask for may change too, most of all faces and small text.',
  'The model chooses the size of the result, about one megapixel.',
] as const

/** Of models that draw over what an image shows, whoever runs them. */
export const REFINE_LIMITS = [
  'The new detail is drawn, not recovered: it looks right, but need not be what was there.',
  'Small text, patterns and faces may change.',
  'An upscale guided by a prompt has 4 megapixels at most.',
] as const

/** Of videos that this server makes itself. */
export const VIDEO_FACTS: ToolFacts = {
  model: 'U²-Net (small) and RIFE 4.6, with layers and a camera of our own',
  licence: 'Apache-2.0, MIT',
  limits: [
    'The camera moves; what the image shows does not. Nobody walks, blinks or speaks.',
    'Depth is a guess from one image: the subject comes forward as a whole, before one background.',
    'What the subject hides is painted from what is around it.',
    'Several prompts fade into one another, unless their images are nearly the same.',
    'There is no sound.',
  ],
}
