import { useEffect, useState } from 'react'

import { pushPath } from '#app/access/paths.ts'
import { Button } from '#app/ui/button.tsx'

type State = 'unknown' | 'not possible' | 'denied' | 'off' | 'on' | 'failed'

const sentences: Record<Exclude<State, 'unknown'>, string> = {
  'not possible': 'This browser cannot receive push.',
  denied: 'Push is blocked in this browser. You can allow it in its settings for this site.',
  off: 'Push is off in this browser. Allow it once, then the column above decides.',
  on: 'Push is on in this browser. The column above decides what comes.',
  failed: 'Push could not be turned on. Look at your connection, then try again.',
}

/** Asks the browser for permission only when the button is pressed. Shown with script alone: push needs it. */
export function PushSwitch({ publicKey }: { publicKey: string }) {
  const [state, setState] = useState<State>('unknown')
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => void findState().then(setState, () => setState('failed')), [])
  if (state === 'unknown') return null

  const change = async (turn: () => Promise<State>) => {
    setIsBusy(true)
    setState(await turn().catch(() => 'failed' as const))
    setIsBusy(false)
  }
  return (
    <div className="mt-4 grid justify-items-start gap-2 rounded-md bg-leaf p-3.5 text-sm">
      <output className="block">{sentences[state]}</output>
      {(state === 'off' || state === 'failed') && (
        <Button variant="line" busy={isBusy} className="bg-paper" onClick={() => void change(() => turnOn(publicKey))}>
          {isBusy ? 'Turning on...' : 'Turn on push'}
        </Button>
      )}
      {state === 'on' && (
        <Button variant="line" busy={isBusy} className="bg-paper" onClick={() => void change(turnOff)}>
          Turn off push
        </Button>
      )}
    </div>
  )
}

const isPossible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function findState(): Promise<State> {
  if (!isPossible()) return 'not possible'
  if (Notification.permission === 'denied') return 'denied'
  const worker = await navigator.serviceWorker.getRegistration('/')
  const subscription = await worker?.pushManager.getSubscription()
  // The server has forgotten it if the person was logged out since.
  return subscription && (await send(subscription, {})) ? 'on' : 'off'
}

async function turnOn(publicKey: string): Promise<State> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off'
  await navigator.serviceWorker.register('/push-worker.js')
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return (await send(subscription, {})) ? 'on' : 'failed'
}

async function turnOff(): Promise<State> {
  const worker = await navigator.serviceWorker.getRegistration('/')
  const subscription = await worker?.pushManager.getSubscription()
  if (!subscription) return 'off'
  await send(subscription, { off: 'on' })
  await subscription.unsubscribe()
  return 'off'
}

async function send(subscription: PushSubscription, more: Record<string, string>) {
  const { endpoint, keys } = subscription.toJSON()
  const body = new URLSearchParams({
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    ...more,
  })
  const response = await fetch(`${pushPath}.data`, { method: 'POST', body })
  return response.ok
}
