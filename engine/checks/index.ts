export { checkModel } from './check-model.ts'
export { checkPipeline, pipelineHolds } from './check-pipeline.ts'
export { checkSamplers, largestError, samplerHolds } from './check-samplers.ts'
