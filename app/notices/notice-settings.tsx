import { Form, useFetcher } from 'react-router'

import { noticesPath } from '#app/access/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

import {
  isAlways,
  isOn,
  noticeKindNames,
  noticeKinds,
  type NoticeSetting,
  noticeWays,
  switchName,
} from './notice-rules.ts'
import { PushSwitch } from './push/push-switch.tsx'

interface NoticeSettingsProps {
  settings: NoticeSetting[]
  /** After saving without JavaScript. */
  isSaved: boolean
  mail: MailState
  pushKey: string
}

interface MailState {
  /** The account's address, with most letters hidden. */
  address: string
  isConfirmed: boolean
  isRefused: boolean
  /** False where the site has no mail server. */
  isSent: boolean
}

const wayNames = { app: 'App', mail: 'Mail', push: 'Push' }

/** Each change is kept at once; without script by a button. */
export function NoticeSettings({ settings, isSaved, mail, pushKey }: NoticeSettingsProps) {
  const fetcher = useFetcher<{ notice?: { kind: 'invalid' | 'error'; text: string } }>()
  const hasScript = useHasScript()
  return (
    <section id="settings" aria-labelledby="settings-title" className="scroll-mt-20">
      <h2 id="settings-title">What reaches you, and how</h2>
      {isSaved && <InlineNotice kind="success" text="Your choice is kept." />}
      {fetcher.data?.notice && <InlineNotice {...fetcher.data.notice} />}
      <Form
        method="post"
        action={`${noticesPath}?settings=on`}
        onChange={(event) => void fetcher.submit(event.currentTarget)}
      >
        <table className="mt-3 w-full text-sm">
          <thead>
            <tr className="text-xs text-ink-soft">
              <th scope="col" className="text-left font-medium">
                <span className="sr-only">Kind</span>
              </th>
              {noticeWays.map((way) => (
                <th key={way} scope="col" className="w-15 pb-1.5 font-medium">
                  {wayNames[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {noticeKindNames.map((kind) => (
              <tr key={kind} className="border-t border-rule">
                <th scope="row" className="py-2.5 pr-2 text-left leading-snug font-medium">
                  {noticeKinds[kind].label}
                  <span className="block text-xs font-normal text-ink-soft">{noticeKinds[kind].hint}</span>
                </th>
                {noticeWays.map((way) => (
                  <td key={way} className="text-center align-middle">
                    {isAlways(kind, way) ? (
                      <span className="inline-grid size-11 place-items-center text-ink-soft">
                        <Icon name="lock" className="size-4.5" />
                        <span className="sr-only">Always on</span>
                      </span>
                    ) : (
                      <label className="inline-grid size-11 place-items-center">
                        <span className="sr-only">{`${noticeKinds[kind].label}: ${way}`}</span>
                        <input
                          type="checkbox"
                          name={switchName(kind, way)}
                          defaultChecked={isOn(settings, kind, way)}
                          className="switch"
                        />
                      </label>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {!hasScript && (
          <Button type="submit" variant="line" className="mt-2">
            Save
          </Button>
        )}
      </Form>
      <p className="mt-2 text-xs text-ink-soft">
        {hasScript && 'Each change is kept at once. '}
        {mailSentence(mail)}
      </p>
      <PushSwitch publicKey={pushKey} />
    </section>
  )
}

function mailSentence({ address, isConfirmed, isRefused, isSent }: MailState) {
  if (!isSent) return 'No mail can be sent from here yet.'
  if (isRefused) return `Mails to ${address} came back: please correct the address in your profile.`
  if (!isConfirmed) return `No mail goes to ${address} until you follow the link that we sent there.`
  return `Mail goes to ${address}.`
}
