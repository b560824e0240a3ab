import type { DRAWN_AVATAR_LIMITS, EDIT_LIMITS, REFINE_LIMITS } from './model-limits.ts'

/** What a person should know of an image tool before trusting it: which model does the work, and what it cannot do. */
export interface ToolFacts {
  /** Name of the model, as its authors call it. */
  model: string
  /** What is done besides. */
  besides?: ToolWork
  /** Licence of the model's weights; empty where its server does not tell. */
  licence: string
  /** The weightiest first. */
  limits: readonly ToolLimit[]
}

/** What of a tool's work is ours. The pages have a text for each. */
type ToolWork = 'edges' | 'thickForPro' | 'blending' | 'eachFace' | 'looks' | 'camera'

/** What a tool cannot do. The pages have a sentence for each. */
export type ToolLimit =
  | (typeof OUTLINE_LIMITS)[number]
  | typeof FACE_LIMIT
  | (typeof EDIT_LIMITS)[number]
  | (typeof REFINE_LIMITS)[number]
  | 'directionOfLight'
  | 'repeatsSurroundings'
  | 'largeAreas'
  | 'shadows'
  | 'noNewDetail'
  | 'grain'
  | 'facesOfFewPixels'
  | 'browToChin'
  | 'sameDirection'
  | 'openMouth'
  | 'inFrontOfFace'
  | 'noNewFeatures'
  | 'sharpFaceStays'
  | 'poseStays'
  | 'photoFromFront'
  | (typeof DRAWN_AVATAR_LIMITS)[number]
  | 'cutHair'
  | 'subjectStill'
  | 'guessedDepth'
  | 'hiddenIsPainted'
  | 'promptsFade'
  | 'noSound'

const OUTLINE_LIMITS = ['whatStandsOut', 'roughEdges'] as const
const FACE_LIMIT = 'turnedFaces'

/** Of what another network in the place of the built-in one may well do better. */
export const LIMITS_OF_BUILT_IN: readonly ToolLimit[] = [
  'whatStandsOut',
  'roughEdges',
  'repeatsSurroundings',
  'largeAreas',
]

/** Facts about the tools of the built-in engine, by the name that engines give a tool. */
export const TOOL_FACTS = {
  remove_background: {
    model: 'U²-Netp',
    besides: 'edges',
    licence: 'Apache-2.0',
    limits: OUTLINE_LIMITS,
  },
  replace_background: {
    model: 'U²-Netp',
    besides: 'edges',
    licence: 'Apache-2.0',
    limits: [...OUTLINE_LIMITS, 'directionOfLight'],
  },
  remove_object: {
    model: 'PatchMatch',
    licence: 'MIT',
    limits: ['repeatsSurroundings', 'largeAreas', 'shadows'],
  },
  upscale: {
    model: 'ESRGAN',
    besides: 'thickForPro',
    licence: 'MIT',
    limits: ['noNewDetail', 'grain', 'facesOfFewPixels'],
  },
  swap_faces: {
    model: 'MediaPipe Face Mesh',
    besides: 'blending',
    licence: 'Apache-2.0',
    limits: ['browToChin', 'sameDirection', 'openMouth', 'inFrontOfFace', FACE_LIMIT],
  },
  fix_faces: {
    model: 'ESRGAN',
    besides: 'eachFace',
    licence: 'MIT',
    limits: ['noNewFeatures', 'sharpFaceStays', FACE_LIMIT],
  },
  draw_avatars: {
    model: 'U²-Netp, Real-ESRGAN x4plus anime',
    besides: 'looks',
    licence: 'Apache-2.0, BSD-3-Clause',
    limits: ['poseStays', 'photoFromFront', FACE_LIMIT],
  },
  take_headshots: {
    model: 'U²-Netp, ESRGAN',
    besides: 'looks',
    licence: 'Apache-2.0, MIT',
    limits: ['poseStays', 'cutHair', FACE_LIMIT],
  },
} as const satisfies Record<string, ToolFacts>

/** Facts about videos that this server makes itself. */
export const VIDEO_FACTS: ToolFacts = {
  model: 'U²-Netp, RIFE 4.6',
  besides: 'camera',
  licence: 'Apache-2.0, MIT',
  limits: ['subjectStill', 'guessedDepth', 'hiddenIsPainted', 'promptsFade', 'noSound'],
}
