import { loadRouteModule } from '#app/rendering/route-module.ts'

/** The purchase dialog, with the script of the page that it asks. */
export async function loadBuyDialog() {
  const [{ BuyDialog }] = await Promise.all([import('./buy-dialog.tsx'), loadRouteModule('orders/buy-page')])
  return BuyDialog
}
