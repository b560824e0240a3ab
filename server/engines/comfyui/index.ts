export { createComfyuiEngine, type ComfyuiOptions } from './comfyui-engine.ts'
