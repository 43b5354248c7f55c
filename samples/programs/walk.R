# Recursion, a function that is called from two places, and one of R itself.
step <- function(n) {
    sum <- 0
    for (i in 1:6000) sum <- sum + sqrt(i)
    sum
}
walk <- function(n) if (n <= 1) step(n) else step(n) + walk(n - 1)
smooth <- function(n) order(runif(n))
work <- function(rounds) for (i in 1:rounds) {
    walk(4)
    step(1)
    smooth(20000)
}
Rprof("Rprof.out", interval = 0.01, line.profiling = TRUE,
      gc.profiling = TRUE)
work(60)
Rprof(NULL)
