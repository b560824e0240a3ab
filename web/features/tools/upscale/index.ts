export { UpscalePage } from './upscale-page.tsx'
