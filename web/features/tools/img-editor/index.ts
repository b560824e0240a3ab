export { ImgEditorPage } from './img-editor-page.tsx'
