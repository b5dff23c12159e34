import { randomUUID } from "node:crypto"
import { isMeant, type Fault } from "./fault"

/** The faults that are set at the moment, the oldest first. */
export class FaultList {
  private readonly faults = new Map<string, Fault>()

  /** Sets a fault; answers its id. */
  add(fault: Fault): string {
    const id = randomUUID()
    this.faults.set(id, { ...fault })
    return id
  }

  /** Removes one fault; answers whether it was there. */
  remove(id: string): boolean {
    return this.faults.delete(id)
  }

  /** Removes all of them. */
  clear(): void {
    this.faults.clear()
  }

  /** The faults with their ids and how many times are left. */
  list(): (Fault & { id: string })[] {
    return [...this.faults].map(([id, fault]) => ({ id, ...fault }))
  }

  /** The fault that a request meets; uses up one of its times. */
  meet(method: string, path: string): Fault | undefined {
    for (const [id, fault] of this.faults) {
      if (isMeant(fault, method, path)) {
        this.use(id, fault)
        return fault
      }
    }
    return undefined
  }

  private use(id: string, fault: Fault): void {
    if (fault.times !== undefined && --fault.times < 1) {
      this.faults.delete(id)
    }
  }
}
