export { FaceSwapPage } from './face-swap-page.tsx'
