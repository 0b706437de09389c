import { Icon, type IconName } from './icon.tsx'

const tones = {
  success: 'bg-tea-tint text-tea',
  error: 'bg-accent-tint text-accent-ink',
  invalid: 'bg-muga-tint text-muga',
}

export type SealTone = keyof typeof tones

/** A diamond with an icon, as in the gamosa's pattern. */
export function Seal({ tone, icon }: { tone: SealTone; icon: IconName }) {
  return (
    <span className={`mt-2 mb-3.5 grid size-14 rotate-45 place-items-center border-2 ${tones[tone]}`}>
      <Icon name={icon} className="size-6.5 -rotate-45 stroke-[2.25]" />
    </span>
  )
}
