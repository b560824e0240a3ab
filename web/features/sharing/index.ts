export { SharedImagePage } from './components/shared-image-page.tsx'
