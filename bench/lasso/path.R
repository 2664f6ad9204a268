# Paths of glmnet: answers a line "file rows columns type thresh lambda,lambda,…" with seconds of processor time and the objective at every λ that
# was reached. `file` holds the columns of X and then y (whole numbers from 0), as doubles. The time is that of glmnet() alone, which
# standardises too.
suppressMessages(library(glmnet))
input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  words <- strsplit(line, " ")[[1]]
  n <- as.integer(words[2]); d <- as.integer(words[3])
  stored <- readBin(words[1], "double", n * (d + 1))
  X <- matrix(stored[seq_len(n * d)], n); y <- stored[n * d + seq_len(n)]
  family <- if (max(y) > 1) "multinomial" else "binomial"
  lambdas <- as.numeric(strsplit(words[6], ",")[[1]])
  seconds <- sum(system.time(fit <- suppressWarnings(glmnet(X, factor(y), family = family, lambda = lambdas,
    type.multinomial = words[4], thresh = as.numeric(words[5]), maxit = 1e6)))[1:2])
  deviations <- sqrt(colMeans(sweep(X, 2, colMeans(X))^2))
  link <- predict(fit, X, type = "link")
  objective <- sapply(seq_along(fit$lambda), function(l) {
    if (family == "binomial") {
      eta <- link[, l]
      mean(pmax(eta, 0) + log1p(exp(-abs(eta))) - y * eta) + fit$lambda[l] * sum(abs(fit$beta[, l] * deviations))
    } else {
      eta <- link[, , l]; most <- apply(eta, 1, max)
      B <- sapply(fit$beta, function(one) one[, l]) * deviations
      size <- if (words[4] == "grouped") sqrt(rowSums(B^2)) else abs(B)
      mean(log(rowSums(exp(eta - most))) + most - eta[cbind(seq_len(n), y + 1)]) + fit$lambda[l] * sum(size)
    }
  })
  cat(seconds, paste(sprintf("%.16g", objective), collapse = ","), "\n")
  flush(stdout())
}
