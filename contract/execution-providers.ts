/** What a network can run on: the processor, or one of the ways to a graphics card. */
export const EXECUTION_PROVIDERS = ['cpu', 'cuda', 'directml', 'coreml', 'webgpu'] as const

export type ExecutionProvider = (typeof EXECUTION_PROVIDERS)[number]
