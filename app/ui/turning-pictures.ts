const advanceMs = 5_000
const swipePx = 40

/**
 * The behaviour of `Carousel`, as a custom element, so that it works before React and without it. The pictures do not
 * advance while hovered, focused or hidden, with reduced motion, or once Pause was pressed.
 */
class TurningPictures extends HTMLElement {
  #at = 0
  #pressedAt: number | null = null
  #timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    super()
    this.addEventListener('click', ({ target }) => this.#press((target as Element).closest('button')))
    this.addEventListener('pointerdown', ({ clientX }) => (this.#pressedAt = clientX))
    this.addEventListener('pointerup', ({ clientX }) => this.#release(clientX))
    this.addEventListener('pointercancel', () => (this.#pressedAt = null))
  }

  connectedCallback() {
    this.#restartTimer()
  }

  disconnectedCallback() {
    clearInterval(this.#timer)
  }

  #restartTimer() {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#mayAdvance() && this.#turn(1), advanceMs)
  }

  #mayAdvance() {
    const isHovered = matchMedia('(hover: hover)').matches && this.matches(':hover') // phones keep :hover after a tap
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    return !document.hidden && !isStill && !isHovered && !this.matches(':focus-within')
  }

  #press(button: HTMLButtonElement | null) {
    if (!button) return
    const dot = this.#dots().indexOf(button)
    if (dot >= 0) return this.#show(dot)
    const isPaused = button.ariaPressed !== 'true'
    button.ariaPressed = String(isPaused)
    if (isPaused) clearInterval(this.#timer)
    else this.#restartTimer()
  }

  #release(clientX: number) {
    const moved = this.#pressedAt === null ? 0 : clientX - this.#pressedAt
    this.#pressedAt = null
    if (Math.abs(moved) >= swipePx) this.#turn(moved < 0 ? 1 : -1)
  }

  #turn(by: number) {
    const count = this.#dots().length
    this.#show((this.#at + count + by) % count)
  }

  #show(at: number) {
    this.#at = at
    for (const [n, picture] of this.querySelectorAll('img').entries()) picture.hidden = n !== at
    for (const [n, dot] of this.#dots().entries()) dot.ariaCurrent = n === at ? 'true' : null
    if (this.querySelector('[aria-pressed=false]')) this.#restartTimer()
  }

  #dots() {
    return [...this.querySelectorAll('button:not([aria-pressed])')]
  }
}

customElements.define('turning-pictures', TurningPictures)
