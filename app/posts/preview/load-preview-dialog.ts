import { loadRouteModule } from '#app/rendering/route-module.ts'

/** The dialog of the preview, with the script of the page that it asks. */
export async function loadPreviewDialog() {
  const [{ PreviewDialog }] = await Promise.all([
    import('./preview-dialog.tsx'),
    loadRouteModule('posts/preview/preview-page'),
  ])
  return PreviewDialog
}
