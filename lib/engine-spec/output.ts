import type { EngineImage } from './operation.ts'
import type { EngineVideo } from './video.ts'

/** What work hands over. */
export type EngineOutput = EngineImage | EngineVideo
