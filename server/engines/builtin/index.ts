/** The CPU engine (`engine/`) as an engine of this server: the only door to it. */
export * from '#engine/index.ts'
export { withDepthMaps } from './with-depth-maps.ts'
export { withRefining } from './with-refining.ts'
