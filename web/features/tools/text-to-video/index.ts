export { NoProvider } from './no-provider.tsx'
export { TextToVideoPage } from './text-to-video-page.tsx'
