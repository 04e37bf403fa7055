/**
 * What Redis does in one step. Each script uses one key; its first argument is the time in milliseconds, or empty for
 * the server's own.
 */
import { TOLERANCE } from './token-buckets.ts';

/** All processes share the server's clock; only tests say what time it is. */
const NOW = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
`;

/**
 * A token bucket, kept as its level and the time of it in milliseconds. Arguments: time, capacity, refill per minute,
 * amount to take (negative to give it back), amount that must be there, how long to keep a bucket that never refills.
 * @returns what is missing, as text
 */
export const TAKE = `${NOW}
local capacity, perMs, amount = tonumber(ARGV[2]), tonumber(ARGV[3]) / 60000, tonumber(ARGV[4])
local bucket = redis.call('HMGET', KEYS[1], 'level', 'at')
local level = capacity
if bucket[1] then
  level = math.min(capacity, tonumber(bucket[1]) + math.max(0, now - tonumber(bucket[2])) * perMs)
end
local missing = tonumber(ARGV[5]) - level
if missing > ${TOLERANCE} then return string.format('%.17g', missing) end
if amount == 0 or (amount < 0 and not bucket[1]) then return '0' end
level = math.min(capacity, level - amount)
local keepMs = tonumber(ARGV[6])
if perMs > 0 then keepMs = (capacity - level) / perMs + 1000 end
redis.call('HSET', KEYS[1], 'level', string.format('%.17g', level), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.ceil(keepMs)))
return '0'
`;

/**
 * Places, kept as the number that each process holds and when it is to be forgotten unless the process says it again.
 * Arguments: time, process, how many it holds now (with the one it wants), how many all may hold (negative: any),
 * milliseconds until it is forgotten.
 * @returns -1, or how many are held when there are no more
 */
export const HOLD = `${NOW}
local me, mine, max, leaseMs = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local others = 0
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if all[i] ~= me then
    local held, untilMs = string.match(all[i + 1], '^(%d+) (%d+)$')
    if tonumber(untilMs) > now then
      others = others + tonumber(held)
    else
      redis.call('HDEL', KEYS[1], all[i])
    end
  end
end
if max >= 0 and others + mine > max then return others + mine - 1 end
if mine == 0 then
  redis.call('HDEL', KEYS[1], me)
else
  redis.call('HSET', KEYS[1], me, string.format('%d %.0f', mine, now + leaseMs))
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', leaseMs))
end
return -1
`;
